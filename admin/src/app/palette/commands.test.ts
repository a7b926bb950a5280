import { expect, it } from "vitest";
import { commandsFor, matching, step } from "./commands";

const labels = (role: string, query: string) => matching(commandsFor(role), query).map(({ label }) => label);

it("finds by the beginning of every word, in any order, in labels, their groups and additions", () => {
  expect(labels("author", "arti")).toEqual(["Articles", "New article"]);
  expect(labels("author", "article NEW")).toEqual(["New article"]);
  expect(labels("author", "settings acc")).toEqual(["Account"]);
  expect(labels("author", "me")).toEqual(["Media", "Mentorship", "Menus"]);
  expect(labels("author", "upl")).toEqual(["Upload a video", "Upload files"]);
  expect(labels("author", "zzz")).toEqual([]);
});

it("offers administrators' views to nobody else", () => {
  expect(labels("author", "settings")).toEqual(["Settings", "Site", "Account", "Publishing"]);
  expect(labels("administrator", "team")).toEqual(["Team"]);
});

it("goes from the last to the first, and back", () => {
  const entries = matching(commandsFor("author"), "arti");
  const [first, second] = entries;
  expect(step(entries, first, 1)).toBe(second);
  expect(step(entries, second, 1)).toBe(first);
  expect(step(entries, first, -1)).toBe(second);
  expect(step([], undefined, 1)).toBeUndefined();
});
