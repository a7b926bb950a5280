import { expect, it } from "vitest";
import { statusOf } from "./status";

it("is pending unless it was decided", () => {
  expect(["approved", "rejected", "pending", "", "waiting"].map(statusOf)).toEqual([
    "approved",
    "rejected",
    "pending",
    "pending",
    "pending",
  ]);
});
