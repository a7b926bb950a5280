import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { AuditEntry } from "@/api/types";
import { ACTIONS, addressOf, deed, GROUPS, kindOf, readable } from "./words";

interface Operation {
  operationId: string;
  tags: string[];
}

const { paths } = JSON.parse(readFileSync("../cms-api/openapi.json", "utf8")) as {
  paths: Record<string, Record<string, Operation>>;
};
const writes = Object.values(paths).flatMap((methods) =>
  Object.entries(methods).flatMap(([method, operation]) => (method === "get" ? [] : [operation])),
);

it.each([
  ["updateArticle", "done", "Changed an article"],
  ["login", "refused", "Failed to sign in"],
  ["logout", "refused", "Signed out: refused"],
  ["mergeSections", "done", "Merge sections"],
] as const)("%s, %s: %s", (action, outcome, words) => expect(deed({ action, outcome })).toBe(words));

it("names of the API become words", () => {
  expect(readable("is_visible")).toBe("Is visible");
  expect(readable("sign-in")).toBe("Sign-in");
});

it.each([
  ["updateArticle", "articles", "Article"],
  ["login", "sign-in", "Own account"],
  ["withdrawInvitation", "team", "Invitation"],
  ["endOtherSessions", "sign-in", "Session"],
  ["exportEnrollments", "enrollments", "Enrollments"],
  ["mergeReleases", "releases", "Releases"],
])("%s of %s is done to: %s", (action, resource, kind) =>
  expect(kindOf({ action, resource, user_id: "u1" })).toBe(kind),
);

it("who failed to sign in is not known", () => {
  expect(kindOf({ action: "login", resource: "sign-in", user_id: "" })).toBe("Account");
});

it("every call that the log can hold is worded", () => {
  // The publisher's own call is signed, not somebody's.
  const worded = [...Object.keys(ACTIONS), "reportPublish"];
  expect(writes.map(({ operationId }) => operationId).filter((id) => !worded.includes(id))).toEqual([]);
});

it.each(Object.keys(GROUPS))("%s is a group of calls that the log can hold", (group) => {
  expect(writes.some(({ tags }) => tags.includes(group))).toBe(true);
});

it("an article that is still there can be opened", () => {
  const entry = (action: string, resource: string, resource_id: string) =>
    addressOf({ action, resource, resource_id } as AuditEntry);
  expect(entry("updateArticle", "articles", "a1")).toBe("/admin/dashboard?tab=articles&edit=a1");
  expect(entry("deleteArticle", "articles", "a1")).toBeNull();
  expect(entry("updateVideo", "videos", "v1")).toBeNull();
});
