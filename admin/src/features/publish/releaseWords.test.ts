import { expect, it } from "vitest";
import type { Change } from "@/api/types";
import { changeOf, effectOf, keptWords, titleOf, verdictWords, wayTo } from "./releaseWords";

it("says how much a release changed", () => {
  expect(changeOf({ changed_count: 1, removed_count: 0 })).toBe("1 page");
  expect(changeOf({ changed_count: 3, removed_count: 2 })).toBe("3 pages, 2 removed");
  expect(changeOf({ changed_count: 0, removed_count: 2 })).toBe("2 removed");
  expect(changeOf({ changed_count: 0, removed_count: 0 })).toBe("0 pages");
});

const edited: Change = { kind: "articles", id: "a", title: "One", action: "edited", scheduled: false, by: ["Asha"] };

it.each([
  [{ changes: [edited], content_change_count: 1, people: ["Asha"] }, "One edited by Asha"],
  [{ parent: "" }, "The first release"],
  [{ changes: [], code_changed: true }, "The site's software was updated"],
  [{ changes: [], by: "Ravi" }, "Published again by Ravi"],
  [{ changes: [] }, "Built again, with the same content"],
  [{}, "The changes are not known"],
])("a release with %j is called: %s", (known, title) => {
  const nothing = { changes: null, content_change_count: 0, people: [], parent: "p", by: "", code_changed: false };
  expect(titleOf({ ...nothing, ...known })).toBe(title);
});

it("says what making a release live takes back, or brings back", () => {
  const none = { changes: [], content_change_count: 0, people: [], complete: true };
  expect(effectOf({ ...none, way: "unrelated" })).toBe("Which changes this takes back is not known.");
  expect(effectOf({ ...none, way: "back", content_change_count: 1 })).toBe("This takes back one change:");
  expect(effectOf({ ...none, way: "forward", content_change_count: 12 })).toBe("This brings back 12 changes:");
  expect(effectOf({ ...none, way: "back" })).toBe("");
  expect(effectOf({ ...none, way: "back", complete: false })).toBe("Which changes this takes back is not known.");
  expect(effectOf({ ...none, way: "back", content_change_count: 3, complete: false })).toBe(
    "This takes back 3 changes, and others that are not known:",
  );
});

it("goes back to what is older and forward to what is newer than the live release", () => {
  const live = "20260301T120000000Z-00000000";
  expect(wayTo({ release: "20260301T115959999Z-ffffffff" }, live)).toBe("Roll back to this");
  expect(wayTo({ release: "20260301T120000001Z-00000000" }, live)).toBe("Go live again");
});

it("says how long releases are kept", () => {
  expect(keptWords({ releases: 50, days: 30 })).toBe("The last 50 are kept, and the last of each day for 30 days.");
  expect(keptWords({ releases: 1, days: 1 })).toBe("The last one is kept, and the last of each day for one day.");
  expect(keptWords({ releases: 5, days: 0 })).toBe("The last 5 are kept.");
  expect(keptWords({ releases: 0, days: 0 })).toBe("All of them are kept.");
});

it("says what a check has found, and what to do", () => {
  const whole = { release: "r", live: true, files: 1612, fault_count: 0, faults: [] };
  expect(verdictWords(whole)).toEqual({ found: "All 1,612 files are whole.", advice: "" });
  expect(verdictWords({ ...whole, fault_count: 1 }).found).toBe("1 file is not whole.");
  expect(verdictWords({ ...whole, fault_count: 1200 }).found).toBe("1,200 files are not whole.");
  expect(verdictWords({ ...whole, fault_count: 1 }).advice).toContain("Publish now");
  expect(verdictWords({ ...whole, fault_count: 1, live: false }).advice).toContain("choose another");
});
