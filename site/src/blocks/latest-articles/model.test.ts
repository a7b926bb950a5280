import { expect, test } from "vitest";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { emptySnapshot, siteConfig } from "@/content/source";
import block from "./model";

test("the articles of a category are found in whatever case and Unicode form it was typed", () => {
  const article = (id: string, category: string) => ({
    ...{ id, category, slug: id, title: id, content: "", excerpt: "", banner_image: "", author: "", author_id: "" },
    ...{ status: "published" as const, tags: [], publish_date: "2026-01-01T00:00:00Z" },
    ...{ created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z", hash: id },
  });
  const articles = [article("one", "Cafe\u0301"), article("two", "CAF\u00c9 "), article("three", "Tea")];
  const reader = new Reader(new Content(siteConfig({ NODE_ENV: "test" }), { ...emptySnapshot(), articles }));
  const inputs = block.inputs?.(reader, { category: "caf\u00e9", count: 3 } as never);
  expect(inputs?.articles.map(({ slug }) => slug).sort()).toEqual(["one", "two"]);
});
