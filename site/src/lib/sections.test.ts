import { describe, expect, test } from "vitest";
import { arranged, isShown, shownTypes } from "./sections";

const BUILT_IN = ["hero", "why-choose", "psi-promo", "quick-access"];

const section = (type: string, display_order = 1, is_visible = true) => ({ type, display_order, is_visible });

describe("a section is shown", () => {
  test("while the list has not loaded", () => expect(isShown("hero", undefined)).toBe(true));
  test("when the list is empty", () => expect(isShown("hero", [])).toBe(true));
  test("when its type is missing", () => expect(isShown("hero", [section("why-choose", 1, false)])).toBe(true));
  test("when it is visible", () => expect(isShown("hero", [section("hero")])).toBe(true));
});

test("a section that is not visible is hidden", () => {
  expect(isShown("hero", [section("why-choose"), section("hero", 2, false)])).toBe(false);
});

describe("the order of the sections", () => {
  test("is the built-in one when nothing is known", () => expect(arranged([], BUILT_IN)).toEqual(BUILT_IN));

  test("follows display_order", () => {
    const reversed = BUILT_IN.map((type, i) => section(type, BUILT_IN.length - i));
    expect(arranged(reversed, BUILT_IN)).toEqual([...BUILT_IN].reverse());
  });

  test("keeps a missing one behind its predecessor, and others where editors put them", () => {
    const known = BUILT_IN.filter((type) => type !== "psi-promo").map((type, i) => section(type, i + 1));
    expect(arranged(known, BUILT_IN)).toEqual(BUILT_IN);
    expect(arranged([...known, section("success-stories", 4)], BUILT_IN)).toEqual([...BUILT_IN, "success-stories"]);
    const first = known.filter(({ type }) => type !== "hero");
    expect(arranged([section("success-stories", 0), ...first], BUILT_IN).slice(0, 2)).toEqual([
      "hero",
      "success-stories",
    ]);
  });
});

test("lists that make the same page show the same, whatever is hidden where", () => {
  const list = [section("hero", 1), section("why-choose", 2, false)];
  expect(shownTypes([section("why-choose", 0, false), section("hero", 4)])).toBe(shownTypes(list));
  const both = [section("hero", 1), section("why-choose", 2)];
  for (const other of [[], both]) expect(shownTypes(other)).not.toBe(shownTypes(list));
  expect(shownTypes([section("hero", 3), section("why-choose", 2)])).not.toBe(shownTypes(both));
});
