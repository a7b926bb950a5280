import { expect, it } from "vitest";
import { amount, term } from "./words";

it.each([
  ["enrollments", 1, "1 enrollment"],
  ["audit_log", 2, "2 entries of the audit log"],
  ["something_new", 3, "3 something_new"],
])("%s, %i: %s", (place, count, words) => expect(amount(place, count)).toBe(words));

it.each([
  [0, "Forever"],
  [1, "1 day"],
  [1095, "1,095 days"],
])("%i days: %s", (days, words) => expect(term(days)).toBe(words));
