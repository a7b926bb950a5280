import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer, Question } from "../previews";
import type { ContractCMS } from "./cms";
import { Academy } from "./harness";

let academy: Academy;

beforeAll(async () => {
  academy = await Academy.open();
  for (let i = 1; i <= 3; i++) academy.cms.write({ slug: `article-${i}` });
  academy.cms.parts.sections = [{ id: "1", name: "Hero", type: "hero", is_visible: true, display_order: 1 }];
  await academy.publish();
});
afterAll(() => academy.close());

/** What the CMS sends of changes that it does not make. */
function changesBy(edit: (cms: ContractCMS) => void): Question["changes"] {
  const other = academy.cms.copy();
  edit(other);
  const [before, after] = [academy.cms.whole(), other.whole()];
  const hashes = new Map(before.articles.map(({ id, hash }) => [id, hash]));
  return {
    ...after,
    base: before.fingerprint,
    articles: after.articles.filter(({ id, hash }) => hashes.get(id) !== hash),
    removed: before.articles.filter(({ id }) => !after.articles.some((each) => each.id === id)).map(({ id }) => id),
  };
}

const ask = (pattern: string, param: string, changes: Question["changes"], frame = "a") =>
  academy.previews.ask({ frame, pattern, param, changes }, new AbortController().signal);

const nothing = () => changesBy(() => {});

const TEXT = { id: "t", page: "home", section: "hero", type: "heading", key: "heading", order_index: 1, empty: false };
const block = {
  id: "a",
  type: "hero",
  anchor: "top",
  hidden: false,
  values: { heading: "Fees", cta_link: "article:2" },
};

test.each<[string, string, string, string, (cms: ContractCMS) => void]>([
  [
    "an article's title and text",
    "/blog/[slug]",
    "article-2",
    "/blog/article-2.html",
    (cms) => cms.write({ slug: "article-2", title: "Edited “title” & more", content: "<h2>New</h2><p>नमस्ते</p>" }),
  ],
  [
    "an article that is not public",
    "/blog/[slug]",
    "a-draft",
    "/blog/a-draft.html",
    (cms) => cms.write({ slug: "a-draft", title: "A draft" }),
  ],
  [
    "a page that editors make",
    "/[...path]",
    "kas/fees",
    "/kas/fees.html",
    ({ parts }) => {
      const made = { title: "Fees", description: "All", image: "", updated_at: "2027-01-01T00:00:00Z" };
      parts.pages = [...(parts.pages ?? []), { ...made, id: "p", path: "/kas/fees", blocks: [block] }];
    },
  ],
  [
    "texts of a section of the home page",
    "/",
    "",
    "/index.html",
    ({ parts }) => {
      parts.page_content = [...parts.page_content, { ...TEXT, content: "Unlock it." }];
    },
  ],
  [
    "settings that every page shows, on an article",
    "/blog/[slug]",
    "article-1",
    "/blog/article-1.html",
    ({ parts }) => {
      parts.settings = { ...parts.settings, site_title: "Another Academy", contact_email: "desk@academy.example" };
    },
  ],
  [
    "settings of the layout alone, on a page that is patched when they are published",
    "/about-us",
    "",
    "/about-us.html",
    ({ parts }) => {
      parts.settings = { ...parts.settings, contact_phone: "+919876543210" };
    },
  ],
  [
    "menus",
    "/",
    "",
    "/index.html",
    ({ parts }) => {
      parts.menus = { main: [{ label: "KAS", href: "article:000001", hidden: false, children: [] }] };
    },
  ],
  [
    "the missing page",
    "/_not-found",
    "",
    "/404.html",
    ({ parts }) => {
      parts.settings = { ...parts.settings, site_title: "Third Academy" };
    },
  ],
])("what is previewed is what publishing writes: %s", async (_, pattern, param, file, edit) => {
  const before = academy.text(file);
  const { files } = academy.cms.releases;
  const stored = files.size;
  const answer = await ask(pattern, param, changesBy(edit));
  expect([answer.status, academy.text(file), files.size]).toEqual([200, before, stored]);
  edit(academy.cms);
  await academy.publish();
  expect(academy.text(file)).not.toBe(before);
  expect((answer as { page: string }).page).toBe(academy.text(file));
});

test("what cannot be shown is refused with the reason", async () => {
  const refused = async (pattern: string, param = "") => {
    const answer = await ask(pattern, param, nothing());
    return [answer.status, "detail" in answer ? answer.detail : ""];
  };
  const missing = [422, "The site has no page at this path."];
  for (const pattern of ["/nowhere", "constructor", "/robots.txt", "/preview/[page]"]) {
    expect(await refused(pattern)).toEqual(missing);
  }
  expect(await refused("/blog/[slug]", "not-written")).toEqual(missing);
  expect(await refused("/[...path]", "not/made")).toEqual(missing);

  const broken = changesBy((cms) => cms.write({ slug: "article-1", tags: null as unknown as string[] }));
  const answer = await ask("/blog/[slug]", "article-1", broken);
  expect(answer).toMatchObject({ status: 422, detail: expect.stringContaining("could not be rendered") });
  expect((await ask("/", "", nothing())).status).toBe(200);
});

test("a difference to other content than is known here is answered with what is", async () => {
  const { fingerprint } = academy.cms.whole();
  const changes = { ...nothing(), base: "0".repeat(64) };
  expect(await ask("/", "", changes)).toEqual({ status: 412, fingerprint });
  // Without a base it is to what is known here.
  expect((await ask("/", "", {})).status).toBe(200);
  expect((await ask("/", "", nothing())).status).toBe(200);
});

test("a publisher that knows no content yet reads it", async () => {
  const other = await Academy.open(academy.cms.copy());
  const changes = nothing();
  const asked = () =>
    other.previews.ask({ frame: "a", pattern: "/", param: "", changes }, new AbortController().signal);
  expect((await asked()).status).toBe(503);
  await other.publisher.idle();
  expect((await asked()).status).toBe(200);
  await other.close();
});

test("a preview of content that no webhook has announced makes the publisher read it", async () => {
  academy.cms.write({ slug: "article-2", title: "Untold" });
  const changes = nothing();
  expect((await ask("/", "", changes)).status).toBe(412);
  await academy.publisher.idle();
  expect((await ask("/", "", changes)).status).toBe(200);
});

test("of one frame only the newest waits, of all a bounded number, and who hangs up has no turn", async () => {
  const changes = nothing();
  academy.outcomes.length = 0;
  const first = ask("/", "", changes, "ravi");
  const hung = new AbortController();
  const gone: Promise<Answer> = academy.previews.ask({ frame: "gone", pattern: "/", param: "", changes }, hung.signal);
  const older = ask("/", "", changes);
  const newer = ask("/about-us", "", changes);
  expect((await older).status).toBe(409);
  hung.abort();
  const many = Array.from({ length: 120 }, (_, i) => ask("/blog", "", changes, `editor-${i}`));
  expect(await academy.measured("previews_waiting")).toBe(100);
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual([200, 503]);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(20);
  expect((await first).status).toBe(200);
  expect(await newer).toMatchObject({ status: 200, page: expect.stringContaining("About") });
  let answered = false;
  void gone.then(() => {
    answered = true;
  });
  expect((await ask("/", "", changes)).status).toBe(200);
  expect(answered).toBe(false);
  const counted = (outcome: string) => academy.outcomes.filter((one) => one === outcome).length;
  const refused = statuses.filter((status) => status === 503).length;
  expect([counted("gone"), counted("replaced"), counted("unavailable")]).toEqual([1, 1, refused]);
  expect(counted("made")).toBe(statuses.length - refused + 3);
  expect(await academy.measured("previews_waiting")).toBe(0);
  expect(await academy.measured("renderers_resident_bytes")).toBeGreaterThan(2 * 50 * 1024 * 1024);
});

test("an edit goes live beside previews", async () => {
  const { cms } = academy;
  const changes = nothing();
  const asked = Array.from({ length: 30 }, (_, i) => ask("/blog", "", changes, `editor-${i}`));
  cms.write({ slug: "article-3", title: "Meanwhile" });
  await academy.publish();
  expect(academy.text("/blog/article-3.html")).toContain("Meanwhile");
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  // Those that come after the edit are about content that is no longer known.
  expect(statuses).toEqual([...statuses].sort());
  expect(new Set([200, 412, ...statuses]).size).toBe(2);
});
