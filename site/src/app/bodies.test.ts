import { expect, test } from "vitest";
import { summariesOf, withBodies } from "./bodies";

test("what has a hash gets its body; cards, and inputs that are no articles, stay as they are", () => {
  const summary = { id: "1", slug: "a", hash: "h" };
  const others = [{ id: "2", slug: "card" }, null, "a text"];
  const inputs = { article: "a text", articles: [summary, ...others] };
  expect(summariesOf(inputs)).toEqual([summary]);
  expect(withBodies(inputs, new Map([["1", "<p>Body</p>"]]))).toEqual({
    article: "a text",
    articles: [{ ...summary, content: "<p>Body</p>" }, ...others],
  });
});
