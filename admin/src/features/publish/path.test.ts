import { describe, expect, it } from "vitest";
import { sentence, stepsOf, walked } from "./path";

describe("the publish path", () => {
  it("stands at live when everything saved is public", () => {
    expect(stepsOf({ state: "live", progress: null }).map((step) => step.state)).toEqual(["done", "done", "now"]);
    expect(walked({ state: "live", progress: null })).toBe(1);
  });

  it("counts the pages that could not be built", () => {
    expect(sentence({ state: "live", progress: null, failed_count: 1200 })).toBe("Live, except for 1,200 pages");
    expect(sentence({ state: "live", progress: null, failed_count: 0 })).toBe("Live");
  });

  it("stands at building and moves with the progress", () => {
    expect(stepsOf({ state: "building", progress: null }).map((step) => step.state)).toEqual(["done", "now", "ahead"]);
    const start = walked({ state: "building", progress: { done: 0, total: 10 } });
    const later = walked({ state: "building", progress: { done: 9, total: 10 } });
    expect(start).toBeLessThan(later);
    expect(later).toBeLessThan(1);
    expect(sentence({ state: "building", progress: { done: 3, total: 10 } })).toBe("Building 3 of 10");
    expect(sentence({ state: "building", progress: null })).toBe("Building");
  });

  it("marks where it failed and never shows live then", () => {
    expect(stepsOf({ state: "failed", progress: null }).map((step) => step.state)).toEqual(["done", "failed", "ahead"]);
    expect(walked({ state: "failed", progress: null })).toBeLessThan(1);
  });

  it("says that somebody rolled back, whatever the state is besides", () => {
    const held = { release: "older", since: "2026-01-15T09:30:00Z", by: "Asha" };
    for (const state of ["pending", "live"] as const) {
      const status = { state, progress: null, held };
      expect(stepsOf(status).map(({ name, state }) => `${name} ${state}`)).toEqual([
        "Saved done",
        "Paused now",
        "Live ahead",
      ]);
      expect(walked(status)).toBeLessThan(1);
      expect(sentence(status)).toContain("publishing is paused");
    }
  });
});
