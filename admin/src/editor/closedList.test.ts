import { expect, test } from "vitest";
import { canonicalStyle } from "./closedList";

test("sizes of the closed list stay, by name or by length; any other is left out", () => {
  expect(canonicalStyle({ "font-size": "18PX" })).toEqual({ "font-size": "large" });
  for (const size of ["17px", "constructor", "__proto__", "valueOf"]) {
    expect(canonicalStyle({ "font-size": size })).toEqual({});
  }
});
