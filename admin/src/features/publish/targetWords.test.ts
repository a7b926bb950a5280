import { describe, expect, it } from "vitest";
import type { TargetStatus } from "@/api/types";
import { againOf, factsOf, stateOf } from "./targetWords";

const now = new Date("2026-03-01T12:30:00");
const status: TargetStatus = {
  target: "/srv/www",
  state: "current",
  release: "20260301T120000000Z-00000001",
  fingerprint: "f",
  since: "2026-03-01T12:00:00",
  written: 1204,
  removed: 0,
  duration_ms: 400,
  tries: 0,
  error: null,
  failed_at: null,
};
const never = { release: "", fingerprint: "", since: null, written: 0, duration_ms: 0 };

describe("what is said of a target", () => {
  it("tells one that was never filled from one that lags behind", () => {
    expect(stateOf(status)).toBe("Up to date");
    expect(stateOf({ ...status, state: "behind" })).toBe("Being updated");
    expect(stateOf({ ...status, ...never, state: "behind" })).toBe("Being filled");
    expect(stateOf({ ...status, state: "failing" })).toBe("Failing");
    expect(factsOf({ ...status, ...never, state: "failing" }, now)).toEqual(["Shows no release yet"]);
  });

  it("gives what it shows since when, and what that took", () => {
    expect(factsOf(status, now)).toEqual(["Shows the live release since 12:00", "1,204 files written", "0.4 s"]);
    expect(factsOf({ ...status, state: "behind", written: 1, removed: 3 }, now)).toEqual([
      "Last update 12:00",
      "1 file written",
      "3 deleted",
      "0.4 s",
    ]);
  });

  it("counts tries from the second on", () => {
    const failing: TargetStatus = { ...status, state: "failing", tries: 1, failed_at: "2026-03-01T12:29:00" };
    expect(againOf(failing, now)).toBe("It is tried again automatically.");
    expect(againOf({ ...failing, tries: 12 }, now)).toBe(
      "Tried 12 times, the last time at 12:29; it is tried again automatically.",
    );
  });
});
