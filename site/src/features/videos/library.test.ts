import { expect, test } from "vitest";
import { categoriesOf, minutes } from "./library";

test("each category is offered once", () => {
  expect(
    categoriesOf([{ category: "Polity" }, { category: "History" }, { category: "Polity" }, { category: "" }]),
  ).toEqual(["Polity", "History"]);
});

test("the length is in whole minutes, rounded down", () => {
  expect(minutes(719)).toBe("11 min");
  expect(minutes(720)).toBe("12 min");
  expect(minutes(59)).toBe("0 min");
});

test("an unknown length is not shown", () => {
  expect(minutes(undefined)).toBe("");
  expect(minutes(0)).toBe("");
});
