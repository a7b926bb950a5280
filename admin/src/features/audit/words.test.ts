import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { AuditEntry } from "@/api/types";
import { fieldsOf, labelOf, readable } from "@/editing/fieldWords";
import { COLLECTIONS } from "@/resources/collections";
import { ACTIONS, actionOf, addressOf, entryWords, GROUPS } from "./words";

interface Operation {
  operationId: string;
  "x-access": string;
  tags: string[];
}

const { paths } = JSON.parse(readFileSync("../cms-api/openapi.json", "utf8")) as {
  paths: Record<string, Record<string, Operation>>;
};
const writes = Object.values(paths).flatMap((methods) =>
  Object.entries(methods).flatMap(([method, operation]) => (method === "get" || method === "head" ? [] : [operation])),
);

it.each([
  ["updateArticle", "done", "Changed an article"],
  ["login", "refused", "Failed to sign in"],
  ["logout", "refused", "Signed out: refused"],
  ["mergeSections", "done", "Merge sections"],
] as const)("%s, %s: %s", (action, outcome, words) => expect(actionOf({ action, outcome })).toBe(words));

it("a field has the label of its form, whichever collection it is of", () => {
  for (const { fields } of Object.values(COLLECTIONS)) {
    for (const { key, name } of fields) expect(labelOf(key), key).toBe(name);
  }
});

it("names of the API become words", () => {
  expect(readable("is_visible")).toBe("Is visible");
  expect(readable("sign-in")).toBe("Sign-in");
});

const entry = (over: Partial<AuditEntry>) =>
  ({
    action: "updateArticle",
    outcome: "done",
    resource: "articles",
    resource_id: "a1",
    title: "",
    ...over,
  }) as AuditEntry;
const names = new Map([
  ["u1", "Ravi Kumar"],
  ["i1", "meera@academy.test"],
]);

it.each([
  [{ title: "Mock test calendar" }, "changed the article", "Mock test calendar"],
  [{}, "changed an article", ""],
  [{ action: "updateMember", resource: "team", resource_id: "u1" }, "changed the account", "Ravi Kumar"],
  [{ action: "removeMember", resource: "team", resource_id: "gone" }, "removed an account", ""],
  [{ action: "invite", resource: "team", resource_id: "i1" }, "invited", "meera@academy.test"],
  [
    { action: "updatePageContent", resource: "page content", title: "home/hero" },
    "changed the page text",
    "Hero, home page",
  ],
  [
    { action: "login", outcome: "refused", resource: "sign-in", resource_id: "e***@a.test" },
    "failed to sign in as",
    "e***@a.test",
  ],
  [{ action: "updateSettings", resource: "settings", resource_id: "" }, "changed the site's settings", ""],
  [{ action: "mergeSections", resource: "sections", title: "Hero" }, "merge sections:", "Hero"],
] as [Partial<AuditEntry>, string, string][])("%j is told as: %s %s", (of, did, subject) =>
  expect(entryWords(entry(of), names)).toEqual({ did, subject }),
);

it("whoever changes the own account is named once, with the name of then", () => {
  const own = entry({ action: "updateProfile", resource_id: "u1", user_id: "u1" });
  expect(entryWords(own, new Map([["u1", "Asha of now"]]))).toEqual({ did: "changed their account", subject: "" });
});

it("a release is told by its moment", () => {
  const { did, subject } = entryWords(
    entry({ action: "activateRelease", resource_id: "20260115T093000000Z-1a2b3c4d" }),
    names,
  );
  expect(did).toBe("switched the site to the release");
  expect(subject).toMatch(/^of \d+ Jan 2026, \d\d:\d\d$/);
});

it("fields have the forms' labels, and what is internal has none", () => {
  expect(fieldsOf(["content", "slug", "title"])).toBe("Content, address and title");
  expect(fieldsOf(["site_title", "adhva_vibes_psi_hidden"])).toBe("Site title and PSI page is hidden");
  expect(fieldsOf(["expires_at", "hash", "tries", "used", "password_hash", "generation", "secret", "sort_at"])).toBe(
    "",
  );
  expect(fieldsOf(["card_colour"])).toBe("Card colour");
});

it("every call that the log can hold is worded", () => {
  // The publisher's own calls are signed, not somebody's.
  const logged = writes.filter((operation) => operation["x-access"] !== "signed");
  expect(logged.map(({ operationId }) => operationId).filter((id) => !Object.hasOwn(ACTIONS, id))).toEqual([]);
});

it.each(GROUPS)("%s is a group of calls that the log can hold", (group) => {
  expect(writes.some(({ tags }) => tags.includes(group))).toBe(true);
});

it("an article that is still there can be opened", () => {
  expect(addressOf(entry({}))).toBe("/admin/dashboard?tab=articles&edit=a1");
  expect(addressOf(entry({ action: "deleteArticle" }))).toBeNull();
  expect(addressOf(entry({ action: "updateVideo", resource: "videos" }))).toBeNull();
});
