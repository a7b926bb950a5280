import { iconName } from "@academy/shared/icons";
import { expect, test } from "vitest";
import { hueOf } from "./hue";

test.each(["__proto__", "constructor", "toString"])("no icon and no colour is named %s", (name) => {
  expect(iconName(name)).toBe("link");
  expect(hueOf(name)).toBe("var(--hue-foundation)");
});
