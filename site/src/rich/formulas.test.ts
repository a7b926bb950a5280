import * as shared from "@academy/shared/formula";
import { expect, test, vi } from "vitest";
import { formulaOf } from "./formulas";

/** How often MathML was made meanwhile. */
function made(ask: () => void): number {
  const make = vi.spyOn(shared, "formulaOf").mockClear();
  ask();
  return make.mock.calls.length;
}

test("a formula is made once for a line and once for a block, as the shared function makes it", () => {
  const asked = () => [formulaOf("a^2"), formulaOf("a^2", true), formulaOf("\\frac{")];
  const first = asked();
  expect(first).toEqual([shared.formulaOf("a^2"), shared.formulaOf("a^2", true), shared.formulaOf("\\frac{")]);
  expect(made(() => expect(asked()).toEqual(first))).toBe(0);
});

test("the formulas that were asked for last are remembered, as many as there is room for", () => {
  // Some 35,000 characters each.
  const long = (number: number) => `${number}${"\\bar x".repeat(320)}`;
  const ask = (number: number) => formulaOf(long(number));
  ask(0);
  ask(1);
  for (let number = 2; number < 140; number++) {
    ask(0);
    ask(number);
  }
  expect(made(() => ask(0))).toBe(0);
  expect(made(() => ask(139))).toBe(0);
  expect(made(() => ask(1))).toBe(1);
});
