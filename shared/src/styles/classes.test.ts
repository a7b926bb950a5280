import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// Style sheets that are loaded together name their classes apart: of two that define the same one, the later changes
// what the earlier looks like, on every screen.

const root = path.resolve(import.meta.dirname, "../../..");
const sheetsOf = (folder: string) =>
  readdirSync(path.join(root, folder, "src"), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".css") && !name.endsWith(".module.css"))
    .map((name) => path.join(folder, "src", name));

/** Says how large for fingers what other style sheets define. */
const TOUCH = "admin/src/app/styles/touch.css";

/** The classes that a style sheet has rules for alone, whatever is around them. */
function definedIn(css: string): Set<string> {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/([^{};]+)\{/g);
  const selectors = [...rules].flatMap(([, selector = ""]) => selector.split(","));
  return new Set(selectors.flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []));
}

test.each(["admin", "site"])("no two style sheets of %s define the same class", (folder) => {
  const sheets = [...sheetsOf(folder), ...sheetsOf("shared")].filter((name) => name !== TOUCH);
  const definers = new Map<string, string[]>();
  for (const name of sheets) {
    for (const defined of definedIn(readFileSync(path.join(root, name), "utf8"))) {
      definers.set(defined, [...(definers.get(defined) ?? []), name]);
    }
  }
  expect(definers.size).toBeGreaterThan(5);
  expect([...definers].filter(([, names]) => names.length > 1)).toEqual([]);
});
