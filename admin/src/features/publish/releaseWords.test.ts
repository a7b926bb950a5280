import { expect, it } from "vitest";
import { changeOf, wayTo } from "./releaseWords";

it("says how much a release changed", () => {
  expect(changeOf({ changed_count: 1, removed_count: 0 })).toBe("1 page");
  expect(changeOf({ changed_count: 3, removed_count: 2 })).toBe("3 pages, 2 removed");
  expect(changeOf({ changed_count: 0, removed_count: 2 })).toBe("2 removed");
  expect(changeOf({ changed_count: 0, removed_count: 0 })).toBe("0 pages");
});

it("goes back to what is older and forward to what is newer than the live release", () => {
  const live = "20260301T120000000Z-00000000";
  expect(wayTo({ release: "20260301T115959999Z-ffffffff" }, live)).toBe("Roll back to this");
  expect(wayTo({ release: "20260301T120000001Z-00000000" }, live)).toBe("Go live again");
});
