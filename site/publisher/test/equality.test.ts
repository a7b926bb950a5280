import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fullBuild } from "./full-build";
import { Academy, folderTree, SITE } from "./harness";

// Published pages are, byte for byte, what a whole `next build` of the same content writes as an export.

let academy: Academy;
let folder: string;

beforeAll(async () => {
  academy = await Academy.open();
  folder = await mkdtemp(path.join(tmpdir(), "equality-"));
  const { cms } = academy;
  cms.parts.social_links = [
    {
      id: "1",
      platform: "YouTube",
      icon: "youtube",
      url: "https://example.org/",
      color: "#ff0000",
      order_index: 1,
      active: true,
      visible: true,
    },
  ];
  for (let i = 1; i <= 30; i++)
    cms.write({ slug: `article-${i}`, banner_image: i % 2 ? "" : "/media/seed/banner.webp" });
  await academy.publish();
});

afterAll(async () => {
  await academy.close();
  await rm(folder, { recursive: true, force: true });
});

async function expectEquality() {
  const snapshotFile = path.join(folder, "snapshot.json");
  await writeFile(snapshotFile, JSON.stringify(academy.cms.whole()));
  await fullBuild(snapshotFile);
  const [published, built] = [academy.tree, await folderTree(path.join(SITE, "out"))];
  expect([...published.keys()].sort()).toEqual([...built.keys()].sort());
  const different = [...built].filter(([file, content]) => !published.get(file)?.equals(content)).map(([file]) => file);
  expect(different).toEqual([]);
}

test("the first release", expectEquality);

test("an edited article, a new one, a deleted one, and changed settings", async () => {
  const { cms } = academy;
  cms.write({
    slug: "article-7",
    title: "Edited “title” & more",
    content: "<h2>New</h2><p>नमस्ते · ನಮಸ್ಕಾರ</p>",
    tags: ["a", "b"],
  });
  await academy.publish();
  cms.write({ slug: "a-new-article", title: "A new article", excerpt: "" });
  await academy.publish();
  cms.articles.delete("article-3");
  await academy.publish();
  await expectEquality();

  cms.parts.settings = { ...cms.parts.settings, site_title: "Another Academy", contact_email: "desk@academy.example" };
  await academy.publish();
  await expectEquality();
});

test("pages that editors made, menus and moved pages", async () => {
  const { parts } = academy.cms;
  const page = { title: "KAS 2027", description: "Fees", image: "", updated_at: "2027-01-01T00:00:00Z" };
  const values = { heading: "Fees", cta_link: "page:2" };
  parts.pages = [
    { ...page, id: "1", path: "/kas", blocks: [{ id: "a", type: "plain", values }] },
    { ...page, id: "2", path: "/kas/fees/plans", blocks: [{ id: "a", type: "hero", anchor: "top", values }] },
    { ...page, id: "3", path: "/sitemap", image: "/media/images/abc_1200x630_400_800.jpg", blocks: [] },
  ];
  parts.redirects = [{ from: "/kas-2026", to: "/kas" }];
  parts.menus = { main: [{ label: "KAS", href: "page:1" }], top: [{ label: "Plans", href: "page:2" }] };
  await academy.publish();
  await expectEquality();
  expect(academy.tree.get("/_redirects")?.toString()).toBe("/kas-2026 /kas 301\n");
});

test("an emptied blog", async () => {
  academy.cms.articles.clear();
  await academy.publish();
  await expectEquality();
});
