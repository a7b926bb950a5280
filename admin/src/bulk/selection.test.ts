import { expect, it } from "vitest";
import { toggled } from "./selection";

const ids = ["a", "b", "c", "d", "e"];
const after = (selected: string[], id: string, from: string | null) =>
  [...toggled(new Set(selected), ids, id, from)].sort().join("");

it("selects one, and deselects it again", () => {
  expect(after([], "b", null)).toBe("b");
  expect(after(["b", "c"], "b", null)).toBe("c");
});

it("selects all between the last one and this one, in both directions", () => {
  expect(after(["b"], "d", "b")).toBe("bcd");
  expect(after(["d"], "b", "d")).toBe("bcd");
  expect(after(["a", "b", "c", "d"], "d", "b")).toBe("a");
});

it("selects this one alone where the last one is not shown any more", () => {
  expect(after([], "d", "z")).toBe("d");
});
