import { expect, test } from "vitest";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { emptySnapshot, siteConfig } from "@/content/source";
import type { Article } from "@/content/types";
import type { Meta } from "@/model/meta";
import { pagePaths } from "../pages";
import { routes } from "../routes";
import { article, breadcrumbs, course, organization, type Source, video, website } from "./facts";
import { jsonLd } from "./json";

const source: Source = {
  siteUrl: "https://academy.example",
  site_title: "Adhva Academy",
  site_description: "An academy",
  home: "Home",
};
const reach = { contact_email: "hello@academy.example", contact_phone: "", elsewhere: ["https://t.me/academy"] };
const written: Article = {
  id: "1",
  slug: "taiyari",
  title: "तैयारी का पहला महीना",
  excerpt: "",
  banner_image: "/media/seed/banner.webp",
  author: "Asha",
  author_id: "7",
  category: "Planning",
  tags: [],
  publish_date: null,
  created_at: "2025-10-02T04:00:00Z",
  updated_at: "2025-10-05T04:00:00Z",
  status: "published",
  hash: "x",
  content: "",
};
const clip = { title: "Maps", description: "", category: "Geography", duration: 61.4, file: "/media/a.mp4" };

/** The courses of the pages, with the texts that they have until somebody writes others. */
const courses = () => {
  const reader = new Reader(new Content(siteConfig({ NODE_ENV: "test" }), emptySnapshot()));
  return Object.entries(routes).flatMap(([path, route]) => {
    if (!pagePaths.includes(path)) return [];
    const { texts } = route.inputs(reader, "") as { texts: { meta: Meta; course?: Parameters<typeof course>[3] } };
    return texts.course ? [[path, course(source, path, texts.meta, texts.course)] as const] : [];
  });
};

/** Facts as a search engine reads them. */
const read = (...graph: object[]) =>
  JSON.parse(jsonLd(graph)) as { "@context": string; "@graph": Record<string, unknown>[] };

// The members that Google's documentation requires of each type.
const required: Record<string, string[]> = {
  EducationalOrganization: ["name", "url", "logo"],
  WebSite: ["name", "url"],
  Course: ["name", "description", "provider"],
  Article: ["headline", "image", "datePublished", "author"],
  VideoObject: ["name", "thumbnailUrl", "uploadDate"],
  BreadcrumbList: ["itemListElement"],
};

test("every fact has what its type requires, and every address is whole", () => {
  const data = read(
    organization(source, reach),
    website(source),
    ...courses().map(([, fact]) => fact),
    article(source, written),
    video(source, { ...clip, created_at: "2025-10-02T04:00:00Z" }),
    breadcrumbs(source, [{ name: "Blog", path: "/blog" }]),
  );
  expect(data["@context"]).toBe("https://schema.org");
  expect(new Set(data["@graph"].map((fact) => fact["@type"]))).toEqual(new Set(Object.keys(required)));
  for (const fact of data["@graph"]) {
    for (const member of required[fact["@type"] as string] ?? []) expect(fact[member]).toBeTruthy();
    for (const address of [fact.url, fact.item, fact.contentUrl, fact.thumbnailUrl, fact.image].flat()) {
      if (address !== undefined) expect(new URL(address as string).origin).toBe(source.siteUrl);
    }
  }
});

test("the four programmes that can be described are courses, with the lengths that the academy gives", () => {
  expect(Object.fromEntries(courses().map(([path, fact]) => [path, fact.timeRequired]))).toEqual({
    "/ncert-mastery": undefined,
    "/mentorship": "P8M",
    "/adhva-vibes-psi": undefined,
    "/foundation-test-series": "P3M",
  });
  for (const [, fact] of courses()) expect(fact.teaches).not.toHaveLength(0);
});

test("an article says its language, its dates and its author", () => {
  expect(article(source, written)).toMatchObject({
    inLanguage: "hi",
    datePublished: "2025-10-02T04:00:00Z",
    dateModified: "2025-10-05T04:00:00Z",
    author: { "@type": "Person", name: "Asha" },
    image: ["https://academy.example/media/seed/banner.webp", "https://academy.example/preview/blog/taiyari.png"],
  });
  expect(article(source, { ...written, author: "Adhva Academy" }).author).toMatchObject({ "@type": "Organization" });
});

test("an address that no browser takes is left out", () => {
  expect(article(source, { ...written, banner_image: "https://x:99999/a.png" }).image).toEqual([
    "https://academy.example/preview/blog/taiyari.png",
  ]);
  const of = { ...clip, created_at: "2025-10-02T04:00:00Z", file: "https://256.256.256.256/a.mp4" };
  expect(video(source, of).contentUrl).toBeUndefined();
});

test("a video's length is a period", () => {
  expect(video(source, { ...clip, created_at: "2025-10-02T04:00:00Z" }).duration).toBe("PT61S");
});

test("no text ends the script", () => {
  const json = jsonLd([article(source, { ...written, title: "</script><script>alert(1)</script><!--" })]);
  expect(json).not.toContain("<");
  expect(read(article(source, { ...written, title: "a </script> b" }))["@graph"][0]?.headline).toBe("a </script> b");
});
