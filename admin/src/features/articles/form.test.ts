import { beforeEach, describe, expect, it } from "vitest";
import type { Article } from "@/api/types";
import { draftsOf } from "@/editing/drafts";
import { splitTags } from "@/editing/fieldForm";
import { isSame } from "@/editing/state";
import { localDateTime } from "@/ui/format";
import { EMPTY, errorsOf, formOf, payloadOf, updateOf } from "./form";

const ARTICLE: Article = {
  id: "1",
  revision: 3,
  slug: "polity",
  title: "Polity",
  excerpt: "Short",
  content: "<p>Long</p>",
  banner_image: "/media/a.png",
  author: "Asha",
  author_id: "u1",
  category: "GS",
  tags: ["polity", "prelims"],
  status: "published",
  publish_date: "2026-03-01T04:30:00Z",
  unpublish_date: "2026-04-01T04:30:00Z",
  created_at: "2026-02-01T00:00:00Z",
  updated_at: "2026-02-01T00:00:00Z",
};

describe("tags", () => {
  it.each([
    ["", []],
    [" , ,", []],
    ["polity, prelims ,  ethics", ["polity", "prelims", "ethics"]],
    ["one", ["one"]],
  ])("%j becomes %j", (text, tags) => expect(splitTags(text)).toEqual(tags));
});

describe("the article form", () => {
  it("sends back what it was given", () => {
    const { title, slug, content, excerpt, category, tags, status, banner_image } = ARTICLE;
    expect(payloadOf(formOf(ARTICLE))).toEqual({
      title,
      slug,
      content,
      excerpt,
      category,
      tags,
      status,
      banner_image,
      publish_date: "2026-03-01T04:30:00.000Z",
      unpublish_date: "2026-04-01T04:30:00.000Z",
    });
  });

  it("sends an address only where it was written", () => {
    const form = formOf(ARTICLE);
    expect(updateOf({ ...form, title: "Another" }, ARTICLE)).not.toHaveProperty("slug");
    expect(updateOf({ ...form, slug: " the-polity " }, ARTICLE).slug).toBe("the-polity");
    expect(updateOf({ ...form, slug: "" }, ARTICLE).slug).toBe("");
    expect(updateOf({ ...EMPTY, title: "New" }, null)).not.toHaveProperty("slug");
    expect(updateOf({ ...EMPTY, slug: "new" }, null).slug).toBe("new");
  });

  it("sends no date for an empty field", () => {
    expect(payloadOf(EMPTY).publish_date).toBeNull();
    expect(payloadOf(formOf({ ...ARTICLE, unpublish_date: undefined })).unpublish_date).toBeNull();
    expect(localDateTime(null)).toBe("");
  });

  it("does not count spaces around tags as a change", () => {
    const form = formOf(ARTICLE);
    expect(isSame({ written: payloadOf }, form, { ...form, tags: "polity ,prelims" })).toBe(true);
    expect(isSame({ written: payloadOf }, form, { ...form, tags: "polity" })).toBe(false);
    expect(isSame({ written: payloadOf }, form, { ...form, unpublish_date: "" })).toBe(false);
  });
});

describe("drafts on this device", () => {
  beforeEach(() => localStorage.clear());
  const draft = { form: { ...EMPTY, title: "Half an idea" }, revision: 3, keptAt: "2026-03-01T00:00:00Z" };

  it("come back until they are dropped", () => {
    const drafts = draftsOf("articles", "asha", EMPTY);
    expect(drafts.keep("1", draft)).toBe(true);
    expect(drafts.read("1")).toEqual(draft);
    expect(drafts.read(null)).toBeNull();
    drafts.drop("1");
    expect(drafts.read("1")).toBeNull();
  });

  it("that were kept before a field was there have it empty", () => {
    const { unpublish_date: _, ...former } = draft.form;
    localStorage.setItem("articles-draft:asha:1", JSON.stringify({ ...draft, form: former }));
    expect(draftsOf("articles", "asha", EMPTY).read("1")).toEqual(draft);
  });

  it("are not for the next person on it", () => {
    draftsOf("articles", "asha", EMPTY).keep(null, draft);
    draftsOf("articles", "asha", EMPTY).stash("1", draft);
    expect(draftsOf("articles", "ravi", EMPTY).read(null)).toBeNull();
    expect(draftsOf("articles", "ravi", EMPTY).readStash("1")).toBeNull();
  });

  it("that cannot be read are none", () => {
    localStorage.setItem("articles-draft:asha:1", "{broken");
    expect(draftsOf("articles", "asha", EMPTY).read("1")).toBeNull();
  });
});

describe("why a page could not be built", () => {
  const form = { ...formOf(ARTICLE), banner_image: "https://x:99999/a.png" };
  it.each([
    ["Invalid URL https://x:99999/a.png", ["banner_image"]],
    ["Cannot read properties of null (reading 'title')", []],
    ["The CMS did not give its content", []],
    [undefined, []],
  ])("%s stands at %j", (reason, fields) => {
    expect(Object.keys(errorsOf(reason, form))).toEqual(fields);
  });
});
