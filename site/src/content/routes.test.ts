import { expect, test } from "vitest";
import { pages } from "@/model/pages.gen";
import { routes } from "./routes";

test("the model names every address that a page of an editor could have and must not", () => {
  const declared = (pages as readonly { route?: string }[]).map(({ route }) => route);
  // A path of an editor's page is one to three segments without a dot; the API keeps /preview and what begins with _.
  const possible = Object.entries<{ bare?: boolean }>(routes)
    .filter(([pattern, { bare }]) => !bare && /^\/[^_]/.test(pattern) && !pattern.includes("[..."))
    .map(([pattern]) => pattern.replaceAll("[", "{").replaceAll("]", "}"));
  expect(possible).toContain("/resources/{topic}");
  expect(possible.filter((route) => !declared.includes(route))).toEqual([]);
});
