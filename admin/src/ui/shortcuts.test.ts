import { expect, it } from "vitest";
import { isShortcut, SHORTCUTS } from "./shortcuts";

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key, code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more }) as KeyboardEvent;

it("takes letters with just their modifiers", () => {
  expect(isShortcut(press("k", { ctrlKey: true }), "mod+K")).toBe(true);
  expect(isShortcut(press("K", { ctrlKey: true, shiftKey: true }), "mod+K")).toBe(false);
  expect(isShortcut(press("k"), "mod+K")).toBe(false);
});

it("takes a sign however a keyboard makes it, and a digit by its key", () => {
  expect(isShortcut(press("?", { shiftKey: true }), "?")).toBe(true);
  expect(isShortcut(press("?"), "?")).toBe(true);
  expect(isShortcut(press("?", { ctrlKey: true }), "?")).toBe(false);
  expect(isShortcut(press("&", { ctrlKey: true, shiftKey: true, code: "Digit7" }), "mod+shift+7")).toBe(true);
});

it("has no shortcut twice in one place", () => {
  for (const group of Object.values(SHORTCUTS)) {
    const keys = Object.values(group);
    expect(new Set(keys).size).toBe(keys.length);
  }
});
