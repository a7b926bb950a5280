import { expect, test } from "vitest";
import { iconName } from "@/components/icons";
import { hueOf } from "./hue";

test.each(["__proto__", "constructor", "toString"])("no icon and no colour is named %s", (name) => {
  expect(iconName(name)).toBe("link");
  expect(hueOf(name)).toBe("var(--hue-foundation)");
});
