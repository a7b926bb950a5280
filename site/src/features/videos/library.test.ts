import { expect, test } from "vitest";
import { categoriesOf, minutes } from "./library";

test("each category is offered once", () => {
  expect(
    categoriesOf([{ category: "Polity" }, { category: "History" }, { category: "Polity" }, { category: "" }]),
  ).toEqual(["Polity", "History"]);
});

test("the length is in whole minutes, rounded down", () => {
  expect(minutes(719, "{minutes} min")).toBe("11 min");
  expect(minutes(720, "{minutes} min")).toBe("12 min");
  expect(minutes(59, "{minutes} मिनट")).toBe("0 मिनट");
});

test("an unknown length is not shown", () => {
  expect(minutes(undefined, "{minutes} min")).toBe("");
  expect(minutes(0, "{minutes} min")).toBe("");
});
