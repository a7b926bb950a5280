import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { COLLECTIONS, type CollectionName, collectionOf, editAddress, titleOf } from "./collections";

interface Description {
  paths: Record<string, Record<string, { parameters?: { name: string; schema: { enum?: string[] } }[] }>>;
}

const file = path.resolve(import.meta.dirname, "../../../cms-api/openapi.json");
const { paths } = JSON.parse(readFileSync(file, "utf8")) as Description;
const names = Object.keys(COLLECTIONS) as CollectionName[];

it("the collections with a trash are those of the API, and each says which call deletes", () => {
  const trash = paths["/admin/trash"]?.get?.parameters?.find(({ name }) => name === "collection")?.schema.enum;
  expect(names.filter((name) => collectionOf(name).trashed).sort()).toEqual(trash?.toSorted());
  for (const name of names) {
    const { trashed } = collectionOf(name);
    if (trashed) expect(paths[trashed], name).toHaveProperty("delete");
  }
});

it("a collection names its fields once, and what one is called", () => {
  for (const name of names) {
    const labels = collectionOf(name).fields.map((field) => field.name);
    expect(labels, name).toEqual([...new Set(labels)]);
  }
  expect([titleOf("programs"), titleOf("features"), titleOf("social-links")]).toEqual([
    "Programme",
    "Quick access",
    "Social link",
  ]);
});

it("a document is edited at its tab", () => {
  expect(editAddress("articles", "a b")).toBe("/admin/dashboard?tab=articles&edit=a+b");
  expect(editAddress("menus")).toBe("/admin/dashboard?tab=menus");
});
