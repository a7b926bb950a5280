import { describe, expect, test } from "vitest";
import { arranged, isShown, SECTION_TYPES } from "./order";

const section = (type: string, display_order = 1, is_visible = true) => ({ type, display_order, is_visible });

describe("a block is shown", () => {
  test("while the list has not loaded", () => expect(isShown("hero", undefined)).toBe(true));
  test("when the list is empty", () => expect(isShown("hero", [])).toBe(true));
  test("when its type is missing", () => expect(isShown("hero", [section("why-choose", 1, false)])).toBe(true));
  test("when its section is visible", () => expect(isShown("hero", [section("hero")])).toBe(true));
});

test("a block whose section is not visible is hidden", () => {
  expect(isShown("hero", [section("why-choose"), section("hero", 2, false)])).toBe(false);
});

describe("the order of the blocks", () => {
  test("is the built-in one when nothing is known", () => expect(arranged([])).toEqual(SECTION_TYPES));

  test("follows display_order", () => {
    const reversed = SECTION_TYPES.map((type, i) => section(type, SECTION_TYPES.length - i));
    expect(arranged(reversed)).toEqual([...SECTION_TYPES].reverse());
  });

  test("keeps a missing block behind its predecessor and ignores unknown ones", () => {
    const known = SECTION_TYPES.filter((type) => type !== "psi-promo").map((type, i) => section(type, i + 1));
    expect(arranged([section("success-stories", 0), ...known])).toEqual(SECTION_TYPES);
    expect(arranged(known.filter((s) => s.type !== "hero"))[0]).toBe("hero");
  });
});
