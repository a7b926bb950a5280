import { expect, test } from "vitest";
import { articleSlug } from "./slug";

test("an article's address gives its slug", () => {
  expect(articleSlug("/blog/reading-ncerts")).toBe("reading-ncerts");
  expect(articleSlug("/blog/reading-ncerts/")).toBe("reading-ncerts");
  expect(articleSlug("/blog/%E0%A4%85")).toBe("अ");
});

test.each(["/", "/blog", "/blog/", "/blog/page/9", "/blog/page", "/videos/x", "/blog/%E0"])(
  "%s is no article",
  (path) => expect(articleSlug(path)).toBeNull(),
);
