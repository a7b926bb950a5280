import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { COLORS, type ColorProperty, canonicalStyle, colorNames } from "./closedList";

const root = path.resolve(import.meta.dirname, "../../..");

test.each(Object.keys(COLORS) as ColorProperty[])(
  "the server keeps and the site shows every name of a %s",
  (property) => {
    const { prefix } = COLORS[property];
    const policy = readFileSync(path.join(root, "cms-api/internal/content/richtext/richtext.go"), "utf8");
    expect(policy).toContain(`ql-${prefix}-(${colorNames(property).join("|")})`);
    const css = readFileSync(path.join(root, "shared/src/styles/colors.css"), "utf8");
    for (const name of colorNames(property)) expect(css).toContain(`.prose .ql-${prefix}-${name} {`);
  },
);

test("sizes of the closed list stay, by name or by length; any other is left out", () => {
  expect(canonicalStyle({ "font-size": "18PX" })).toEqual({ "font-size": "large" });
  for (const size of ["17px", "constructor", "__proto__", "valueOf"]) {
    expect(canonicalStyle({ "font-size": size })).toEqual({});
  }
});
