import { expect, test } from "vitest";
import { redirectLines } from "./redirects";

test("the lines stand in the order in which the first match wins, and those of moved pages as they are given", () => {
  const lines = redirectLines([
    { from: "/old/*", to: "/new/*" },
    { from: "/kas-2026", to: "/kas" },
    { from: "/old/kas/*", to: "https://kas.example/*", status: 302 },
    { from: "/away", to: "https://other.example/a?b=*", status: 302 },
    { from: "/gone", to: "", status: 410 },
    { from: "/former/*", to: "", status: 410 },
    { from: "/all/*", to: "/kas", status: 301 },
    { from: "/blog/old", to: "/blog/new" },
    { from: "/two words", to: "/a\nb" },
  ]);
  expect(lines.split("\n")).toEqual([
    "/kas-2026 /kas 301",
    "/away https://other.example/a?b=* 302",
    "/gone /404 410",
    "/blog/old /blog/new 301",
    "/two%20words /a%0Ab 301",
    "/old/kas/* https://kas.example/:splat 302",
    "/former/* /404 410",
    "/old/* /new/:splat 301",
    "/all/* /kas 301",
    "",
  ]);
  expect(redirectLines([])).toBe("");
});
