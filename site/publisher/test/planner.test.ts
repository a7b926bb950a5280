import { expect, test } from "vitest";
import { Content } from "@/content/content";
import { siteConfig } from "@/content/source";
import type { Article, Snapshot } from "@/content/types";
import { Planner } from "../planner";
import { ContractCMS } from "./cms";

const config = siteConfig({ NODE_ENV: "test" });
const bare = (snapshot: Snapshot<Article>): Snapshot =>
  structuredClone({ ...snapshot, articles: snapshot.articles.map(({ content: _, ...a }) => a) });

/** A small generator with a seed, so that a failure can be repeated. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

function difference(before: Snapshot, after: Snapshot): Snapshot {
  const hashes = new Map(before.articles.map((a) => [a.id, a.hash]));
  const present = new Set(after.articles.map((a) => a.id));
  return {
    ...after,
    base: before.fingerprint,
    articles: after.articles.filter((a) => hashes.get(a.id) !== a.hash),
    removed: before.articles.filter((a) => !present.has(a.id)).map((a) => a.id),
  };
}

const hashes = (planner: Planner) =>
  Object.fromEntries([...planner.instances.keys()].sort().map((path) => [path, planner.hashOf(path)]));

test.each([1, 2, 3, 4, 5, 6])("a plan kept up to date equals a plan made anew (seed %i)", (seed) => {
  const next = random(seed);
  const cms = new ContractCMS();
  for (let i = 0; i < 60; i++) cms.write({ slug: `a-${i}` });
  let before = bare(cms.whole());
  const content = new Content(config, before);
  const planner = new Planner(content, "v1");
  for (let step = 0; step < 40; step++) {
    for (let changes = next(3); changes >= 0; changes--) {
      const slugs = [...cms.articles.keys()];
      const slug = slugs[next(slugs.length)] as string;
      const kind = next(7);
      if (kind === 0) cms.write({ slug: `n-${seed}-${step}-${changes}` });
      else if (kind === 1 && slugs.length > 1) cms.articles.delete(slug);
      else if (kind === 2)
        cms.write({ slug, publish_date: new Date(Date.UTC(2025, next(12), 1 + next(28))).toISOString() });
      else if (kind === 3) cms.parts.settings = { ...cms.parts.settings, contact_phone: `+91 ${next(3)}` };
      else if (kind === 4) cms.parts.settings = { ...cms.parts.settings, blog_show_coming_soon: next(2) === 1 };
      else if (kind === 5)
        cms.parts.page_content = [
          {
            id: "1",
            page: "home",
            section: "hero",
            type: "heading",
            key: "heading",
            content: `H${next(3)}`,
            order_index: 1,
          },
        ];
      else cms.write({ slug, title: `T${next(1000)}`, content: `<p>${next(1000)}</p>` });
    }
    const after = bare(cms.whole());
    const old = hashes(planner);
    const update = planner.update(content.apply(difference(before, after)));
    const fresh = hashes(new Planner(new Content(config, after), "v1"));
    expect(hashes(planner)).toEqual(fresh);
    // What it says changed is what changed.
    const said = new Set([...update.own, ...(update.all ? planner.instances.keys() : [])]);
    for (const [path, hash] of Object.entries(fresh)) if (old[path] !== hash) expect(said).toContain(path);
    expect(update.removed.sort()).toEqual(
      Object.keys(old)
        .filter((path) => !(path in fresh))
        .sort(),
    );
    before = after;
  }
});

test("content with a difference equals content made anew, and its base stays as it is", () => {
  const cms = new ContractCMS();
  for (let i = 0; i < 300; i++) cms.write({ slug: `a-${i}` });
  const before = bare(cms.whole());
  const base = new Content(config, before);
  const plan = hashes(new Planner(base, "v1"));
  cms.write({ slug: "a-7", title: "Edited" });
  cms.write({ slug: "a-8", publish_date: "2024-01-01T00:00:00Z" });
  cms.write({ slug: "new" });
  cms.articles.delete("a-9");
  cms.articles.set("renamed", { ...cms.write({ slug: "a-10" }), slug: "renamed", hash: "renamed" });
  cms.articles.delete("a-10");
  cms.parts.settings = { ...cms.parts.settings, contact_phone: "+91 1" };
  const after = bare(cms.whole());
  const changed = new Content(config, difference(before, after), base);
  expect(changed.list).toEqual(new Content(config, after).list);
  expect(hashes(new Planner(changed, "v1"))).toEqual(hashes(new Planner(new Content(config, after), "v1")));
  expect(hashes(new Planner(base, "v1"))).toEqual(plan);
  expect(base.list).toEqual(before.articles);
});

test("one edit looks at its own pages only", () => {
  const cms = new ContractCMS();
  for (let i = 0; i < 500; i++) cms.write({ slug: `a-${i}` });
  const before = bare(cms.whole());
  const content = new Content(config, before);
  const planner = new Planner(content, "v1");
  cms.write({ slug: "a-250", content: "<p>another body</p>" });
  const changed = content.apply(difference(before, bare(cms.whole())));
  expect([...changed].sort()).toEqual([
    "article:a-250",
    expect.stringMatching(/^bucket:\d+$/),
    expect.stringMatching(/^id:/),
    "list:10",
  ]);
  const everyRoute = () => {
    throw new Error("the update goes through all routes");
  };
  Object.defineProperty(planner.instances, Symbol.iterator, { value: everyRoute });
  const { own, all, removed } = planner.update(changed);
  expect(own).toContain("/blog/a-250");
  expect(own.size).toBeLessThan(6);
  expect(all).toBe(false);
  expect(removed).toEqual([]);
});

test("who is read next follows titles, addresses and dates, at the cost of one page", () => {
  const cms = new ContractCMS();
  const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString();
  for (let i = 1; i <= 300; i++) cms.write({ slug: `a-${i}`, publish_date: day(i) });
  let before = bare(cms.whole());
  const content = new Content(config, before);
  const planner = new Planner(content, "v1");
  const next = (slug: string) => (planner.inputsOf(`/blog/${slug}`) as { next: object | null }).next;
  /** The pages of articles that a change renders. */
  const rendered = (change: () => void) => {
    change();
    const after = bare(cms.whole());
    const { own, removed } = planner.update(content.apply(difference(before, after)));
    before = after;
    const pages = /^\/blog\/(?!feed|page)/;
    return [...own].filter((path) => pages.test(path) && !removed.includes(path)).sort();
  };
  expect(next("a-150")).toMatchObject({ slug: "a-149" });
  expect(next("a-1")).toMatchObject({ slug: "a-300" });
  expect(rendered(() => cms.write({ slug: "a-149", content: "<p>another body</p>" }))).toEqual(["/blog/a-149"]);
  expect(rendered(() => cms.write({ slug: "a-149", title: "Renamed" }))).toEqual(["/blog/a-149", "/blog/a-150"]);
  expect(next("a-150")).toEqual({ slug: "a-149", title: "Renamed" });
  expect(rendered(() => cms.write({ slug: "new", publish_date: day(301) }))).toEqual(["/blog/a-1", "/blog/new"]);
  expect(rendered(() => cms.write({ slug: "between", publish_date: day(10.5) }))).toEqual([
    "/blog/a-11",
    "/blog/between",
  ]);
  expect(rendered(() => cms.articles.delete("between"))).toEqual(["/blog/a-11"]);
  expect(next("a-11")).toMatchObject({ slug: "a-10" });
  // Nothing of a removed article is remembered.
  const keys = Reflect.get(planner, "readers") as Map<string, unknown>;
  expect([...keys.keys()].filter((key) => key.includes("between"))).toEqual([]);
});

/** A plan, and what becomes of it by changes of the content. */
function planned(cms: ContractCMS) {
  let before = bare(cms.whole());
  const content = new Content(config, before);
  const planner = new Planner(content, "v1");
  const change = (make: () => void) => {
    make();
    const after = bare(cms.whole());
    const changed = content.apply(difference(before, after));
    before = after;
    return planner.update(changed);
  };
  return { planner, change };
}

const kas = { id: "p1", path: "/kas/fees", title: "Fees", description: "", image: "", updated_at: "", blocks: [] };

test("a page of editors is a route where it stands now, and none once it is withdrawn", () => {
  const cms = new ContractCMS();
  const { planner, change } = planned(cms);
  const made = change(() => {
    const taken = ["/blog", "/blog/kas", "/index", "/404", "/robots"].map((path) => ({ ...kas, id: path, path }));
    cms.parts.pages = [kas, ...taken];
  });
  expect([...made.own].sort()).toEqual(["/kas/fees", "/preview/page.kas.fees.png", "/sitemaps/pages.xml"].sort());
  expect(planner.get("/kas/fees").pattern).toBe("/[...path]");
  expect(planner.get("/blog").pattern).toBe("/blog");
  const moved = change(() => {
    cms.parts.pages = [{ ...kas, path: "/fees" }];
    cms.parts.redirects = [
      { from: "/kas/fees", to: "/fees" },
      { from: "/gone", to: "", status: 410 },
    ];
  });
  expect(moved.removed.sort()).toEqual(["/kas/fees", "/preview/page.kas.fees.png"]);
  expect([...moved.own]).toEqual(expect.arrayContaining(["/fees", "/_redirects"]));
  const articles = change(() => {
    cms.parts.moved_articles = [
      { from: "/2019/07/older", to: "new" },
      { from: "old", to: "new" },
    ];
  });
  expect([...articles.own]).toEqual(["/_redirects"]);
  const redirects = [
    { from: "/kas/fees", to: "/fees" },
    { from: "/gone", to: "", status: 410 },
    { from: "/2019/07/older", to: "/blog/new" },
    { from: "/blog/old", to: "/blog/new" },
  ];
  expect(planner.inputsOf("/_redirects")).toEqual({ redirects });
  expect(change(() => Object.assign(cms.parts, { pages: [] })).removed).toContain("/fees");
  // A difference does not repeat former slugs that are the same.
  const base = bare(cms.whole());
  cms.write({ slug: "new", title: "Edited" });
  const { moved_articles: _, ...edit } = difference(base, bare(cms.whole()));
  expect(planner.update(planner.content.apply(edit)).own).not.toContain("/_redirects");
  expect(planner.inputsOf("/_redirects")).toEqual({ redirects });
});

test("what a block leads to and shows is among its page's inputs, and nothing else is", () => {
  const cms = new ContractCMS();
  const { id } = cms.write({ slug: "linked" });
  cms.write({ slug: "other" });
  const item = { page: "home", section: "hero", type: "cta_link", key: "cta_link", order_index: 1 };
  cms.parts.page_content = [{ ...item, id: "1", content: `article:${id}` }];
  cms.parts.pages = [{ ...kas, blocks: [{ id: "a", type: "hero", values: { cta_link: "page:p1" } }] }];
  const { planner, change } = planned(cms);
  const valuesOf = (path: string) => (planner.inputsOf(path) as { blocks: { values: object }[] }).blocks[0]?.values;
  expect(valuesOf("/")).toMatchObject({ cta_link: "/blog/linked" });
  expect(valuesOf("/kas/fees")).toMatchObject({ cta_link: "/kas/fees" });
  expect([...change(() => cms.write({ slug: "other", title: "Edited" })).own]).not.toContain("/");
  const unlinked = change(() => cms.articles.delete("linked"));
  expect([...unlinked.own]).toContain("/");
  expect(valuesOf("/")).toMatchObject({ cta_link: "" });
});

test("a menu belongs to every page by its layout alone, and shows what is public", () => {
  const cms = new ContractCMS();
  const { id } = cms.write({ slug: "linked" });
  cms.parts.pages = [kas];
  const { planner, change } = planned(cms);
  const arranged = change(() => {
    cms.parts.menus = {
      main: [
        { label: "Fees", href: "page:p1" },
        { label: "Secret", href: "/secret", hidden: true },
        { label: "Reading", href: "", children: [{ label: "First", href: `article:${id}` }] },
        { label: "Empty", href: "", children: [{ label: "Gone", href: "article:gone" }] },
      ],
    };
  });
  expect(arranged).toMatchObject({ all: true, removed: [] });
  expect([...arranged.own]).toEqual([]);
  const shown = () => planner.layout.chrome?.menus.main;
  const reading = { label: "Reading", href: "", children: [{ label: "First", href: "/blog/linked" }] };
  expect(shown()).toEqual([{ label: "Fees", href: "/kas/fees" }, reading]);
  expect(planner.layout.menuTargets.has("/blog/linked")).toBe(true);
  expect(planner.layout.menuTargets.has("/videos")).toBe(true);
  expect(planner.layout.menuTargets.has("/secret")).toBe(false);
  expect(change(() => Object.assign(cms.parts, { pages: [] })).all).toBe(true);
  expect(shown()).toEqual([reading]);
  expect(planner.layout.chrome?.menus.footer.map(({ label }) => label)).toEqual(["Quick links", "Resources"]);
});

test("the only article has none to be read next", () => {
  const cms = new ContractCMS();
  cms.write({ slug: "a" });
  const planner = new Planner(new Content(config, bare(cms.whole())), "v1");
  expect(planner.inputsOf("/blog/a")).toMatchObject({ next: null });
});

test("a new article changes one file of the sitemap, whatever their number", () => {
  const cms = new ContractCMS();
  for (let i = 0; i < 3000; i++) cms.write({ slug: `a-${i}` });
  const before = bare(cms.whole());
  const content = new Content(config, before);
  const planner = new Planner(content, "v1");
  cms.write({ slug: "new", content: "<p>another body</p>" });
  const { own } = planner.update(content.apply(difference(before, bare(cms.whole()))));
  const files = [...planner.instances.keys()].filter((path) => path.startsWith("/sitemaps/articles-"));
  expect(files).toHaveLength(8);
  expect([...own].filter((path) => files.includes(path))).toHaveLength(1);
  const listed = files.flatMap((path) => (planner.inputsOf(path) as { entries: object[] }).entries);
  expect(listed).toHaveLength(3001);
});

test("what the layout shows does not concern files without it", () => {
  const cms = new ContractCMS();
  cms.write({ slug: "a" });
  const before = bare(cms.whole());
  const content = new Content(config, before);
  const planner = new Planner(content, "v1");
  const old = hashes(planner);
  cms.parts.settings = { ...cms.parts.settings, contact_phone: "+91 1" };
  planner.update(content.apply(difference(before, bare(cms.whole()))));
  const same = [...planner.instances.keys()].filter((path) => planner.hashOf(path) === old[path]);
  expect(same).toEqual(expect.arrayContaining(["/preview/blog/a.png", "/blog/feed.xml", "/robots.txt"]));
  expect(same).not.toContain("/blog/a");
});

test("a difference from another snapshot is refused", () => {
  const cms = new ContractCMS();
  const content = new Content(config, bare(cms.whole()));
  expect(() => content.apply({ ...bare(cms.whole()), base: "elsewhere" })).toThrow("starts from elsewhere");
});

test("new code renders every page again", () => {
  const cms = new ContractCMS();
  cms.write({ slug: "a" });
  const content = new Content(config, bare(cms.whole()));
  const [one, two] = [new Planner(content, "v1"), new Planner(content, "v2")];
  for (const path of one.instances.keys()) expect(two.hashOf(path)).not.toBe(one.hashOf(path));
});

test("what stays visible of a picture concerns the pages that show it, and no others", () => {
  const cms = new ContractCMS();
  const banner = "/media/images/abc_1200x630_400_800.jpg";
  cms.write({ slug: "plain" });
  cms.write({ slug: "covered", banner_image: banner });
  const before = bare(cms.whole());
  const content = new Content(config, before);
  const planner = new Planner(content, "v1");
  const update = (parts: Partial<ContractCMS["parts"]>) => {
    const base = bare(cms.whole());
    Object.assign(cms.parts, parts);
    return [...planner.update(content.apply(difference(base, bare(cms.whole())))).own].sort();
  };
  const focus = (points: Record<string, { x: number; y: number }>) => update({ media_focus: points });
  expect(focus({ [banner]: { x: 50, y: 10 } })).toEqual(["/blog", "/blog/covered"]);
  expect(planner.inputsOf("/blog")).toMatchObject({
    articles: [{ slug: "covered", focus: { x: 50, y: 10 } }, { slug: "plain" }],
  });
  expect(focus({ [banner]: { x: 50, y: 10 }, "/media/images/elsewhere.png": { x: 1, y: 1 } })).toEqual([]);
  expect(focus({})).toEqual(["/blog", "/blog/covered"]);
  // Home crops the poster of its video.
  update({ settings: { ...cms.parts.settings, hero_video_poster: banner } });
  expect(focus({ [banner]: { x: 0, y: 100 } })).toEqual(["/", "/blog", "/blog/covered"]);
  // A difference does not repeat what is the same.
  const base = bare(cms.whole());
  cms.write({ slug: "plain", title: "Edited" });
  const { media_focus: _, ...edit } = difference(base, bare(cms.whole()));
  planner.update(content.apply(edit));
  expect(content.focus(banner)).toEqual({ x: 0, y: 100 });
});
