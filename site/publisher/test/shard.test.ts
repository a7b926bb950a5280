import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { shardKey, shardOf } from "../shard";
import { SITE } from "./harness";

// The edge is written in Go and must look where the publisher puts things: both read the same vectors.
const vectors = JSON.parse(
  readFileSync(path.resolve(SITE, "../cms-api/internal/publishing/release/testdata/shard-vectors.json"), "utf8"),
) as { path: string; key: string; shard: number }[];

test.each(vectors)("$path lies in shard $shard", ({ path: file, key, shard }) => {
  expect(shardKey(file)).toBe(key);
  expect(shardOf(file)).toBe(shard);
});

test("the file of a route lies in the shard of the route", () => {
  for (const route of ["/blog/x", "/blog", "/about-us"]) expect(shardOf(`${route}.html`)).toBe(shardOf(route));
  expect(shardOf("/index.html")).toBe(shardOf("/"));
});
