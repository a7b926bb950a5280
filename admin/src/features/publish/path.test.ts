import { describe, expect, it } from "vitest";
import { sentence, stepsOf, walked } from "./path";

describe("the publish path", () => {
  it("stands at live when everything saved is public", () => {
    expect(stepsOf("live").map((step) => step.state)).toEqual(["done", "done", "now"]);
    expect(walked({ state: "live", progress: null })).toBe(1);
  });

  it("stands at building and moves with the progress", () => {
    expect(stepsOf("building").map((step) => step.state)).toEqual(["done", "now", "ahead"]);
    const start = walked({ state: "building", progress: { done: 0, total: 10 } });
    const later = walked({ state: "building", progress: { done: 9, total: 10 } });
    expect(start).toBeLessThan(later);
    expect(later).toBeLessThan(1);
    expect(sentence({ state: "building", progress: { done: 3, total: 10 } })).toBe("Building 3 of 10");
    expect(sentence({ state: "building", progress: null })).toBe("Building");
  });

  it("marks where it failed and never shows live then", () => {
    expect(stepsOf("failed").map((step) => step.state)).toEqual(["done", "failed", "ahead"]);
    expect(walked({ state: "failed", progress: null })).toBeLessThan(1);
  });
});
