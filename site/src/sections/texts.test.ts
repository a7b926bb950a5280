import { expect, test } from "vitest";
import { iconName } from "@/components/icons";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { emptySnapshot, siteConfig } from "@/content/source";
import { hueOf } from "./learning-paths/paths";
import { textsOf } from "./texts";

// Names that people type are no members of JavaScript's objects.

const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "toJSON",
  "keys",
];

/** The texts of the home page as its inputs hold them: where they are rendered, and as they arrive in another process. */
function textsWith(section: string, type: string) {
  const item = { id: "1", page: "home", section, type, key: type, content: "managed", order_index: 1 };
  const reader = new Reader(
    new Content(siteConfig({ NODE_ENV: "test" }), { ...emptySnapshot(), page_content: [item] }),
  );
  const texts = reader.pageTexts("home");
  return [texts, structuredClone(texts)];
}

test.each(names)("a section or a type named %s is one like any other", (name) => {
  for (const texts of textsWith(name, name)) {
    expect(JSON.stringify(texts)).toBe(`{"${name}":{"${name}":"managed"}}`);
    expect(textsOf("hero", texts)).toEqual(textsOf("hero", {}));
  }
  for (const texts of textsWith("hero", name)) expect(textsOf("hero", texts)).toEqual(textsOf("hero", {}));
  expect(({} as Record<string, unknown>).managed).toBeUndefined();
});

test("managed texts stand in the place of the built-in ones, blank ones do not", () => {
  for (const texts of textsWith("hero", "heading")) expect(textsOf("hero", texts).heading).toBe("managed");
  expect(textsOf("hero", { hero: { heading: " " } }).heading).toBe("Unlock Your Potential. Serve the Nation.");
});

test.each(names)("no icon and no colour is named %s", (name) => {
  expect(iconName(name)).toBe("link");
  expect(hueOf(name)).toBe("var(--hue-foundation)");
});
