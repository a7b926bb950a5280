import { expect, it } from "vitest";
import type { May, Permission } from "@/model/roles";
import { commandsFor, matching, step } from "./commands";

const administrator = () => true;
const author = (permission: Permission) => /^(content:(read|write|publish)|media|leads|settings)/.test(permission);
const counsellor = (permission: Permission) => permission.startsWith("leads:");

const labels = (may: May, query: string) => matching(commandsFor(may), query).map(({ label }) => label);

it("finds by the beginning of every word, in any order, in labels, their groups and additions", () => {
  expect(labels(author, "arti")).toEqual(["Articles", "New article"]);
  expect(labels(author, "article NEW")).toEqual(["New article"]);
  expect(labels(author, "settings acc")).toEqual(["Account"]);
  expect(labels(author, "me")).toEqual(["Media", "Mentorship", "Menus"]);
  expect(labels(author, "upl")).toEqual(["Upload a video", "Upload files"]);
  expect(labels(author, "zzz")).toEqual([]);
});

it("offers administrators' views to nobody else", () => {
  expect(labels(author, "settings")).toEqual(["Settings", "Site", "Account", "Publishing", "Redirects"]);
  expect(labels(administrator, "team")).toEqual(["Team"]);
});

it("offers what the permissions allow, and no more", () => {
  expect(labels(counsellor, "")).toEqual([
    ...[
      "Home",
      "All leads",
      "Enrollments",
      "Mentorship",
      "Contacts",
      "Notifications",
      "Settings",
      "Account",
      "New enrollment",
    ],
  ]);
});

it("goes from the last to the first, and back", () => {
  const entries = matching(commandsFor(author), "arti");
  const [first, second] = entries;
  expect(step(entries, first, 1)).toBe(second);
  expect(step(entries, second, 1)).toBe(first);
  expect(step(entries, first, -1)).toBe(second);
  expect(step([], undefined, 1)).toBeUndefined();
});
