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

test("all files of a route lie in one shard", () => {
  for (const route of ["/blog/x", "/blog", "/about-us"]) {
    for (const file of [`${route}.html`, `${route}.txt`, `${route}/__next._tree.txt`])
      expect(shardOf(file)).toBe(shardOf(route));
  }
  for (const file of ["/index.html", "/index.txt", "/__next._full.txt"]) expect(shardOf(file)).toBe(shardOf("/"));
});
