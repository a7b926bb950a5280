import { afterEach, beforeEach, expect, test } from "vitest";
import { seedParts } from "./changes";
import { Academy } from "./harness";

// What was patched has to be, byte for byte, what a publisher renders that has never patched anything.

const ARTICLES = 16;
// All but the samples.
const MOST = ARTICLES - 3;
const PHONE = "+91 80 4000 0000";

let academy: Academy;
beforeEach(async () => {
  academy = await Academy.open();
  const { cms } = academy;
  seedParts(cms);
  set({ contact_phone: PHONE, contact_email: "desk@academy.example", contact_whatsapp: "919900000000" });
  for (let i = 1; i <= ARTICLES; i++) {
    const text = `<p>Ring ${PHONE}, or write “contact_phone”:"${PHONE}".</p><p>अध्ययन ಅಧ್ಯಯನ</p>`;
    cms.write({
      slug: `article-${i}`,
      content: text.repeat(i * 8),
      author: i % 7 ? "A. Writer" : PHONE,
      tags: i % 3 ? ["polity"] : [],
    });
  }
  await academy.publish();
});
afterEach(() => academy.close());

const set = (settings: object) => {
  const { parts } = academy.cms;
  parts.settings = { ...parts.settings, ...settings };
};

/** Leads the first social link elsewhere. */
const lead = (url: string) => {
  const [link, ...links] = academy.cms.parts.social_links;
  if (link) academy.cms.parts.social_links = [{ ...link, url }, ...links];
};

/** Publishes and returns how many routes were patched. */
async function patched(): Promise<number> {
  const lines = academy.log.length;
  await academy.publish();
  const live = academy.log.slice(lines).filter((line) => line.includes("live"));
  return live.reduce((sum, line) => sum + Number(/\bpatched=(\d+)/.exec(line)?.[1] ?? Number.NaN), 0);
}

test("pages around which the layout alone has changed are patched, and are as if rendered", async () => {
  set({ contact_phone: "+91 80 1" });
  expect(await patched()).toBeGreaterThanOrEqual(MOST);
  set({ contact_phone: "+91 80 1234 5678 extension 9", contact_email: "a.much.longer.address@academy.example" });
  expect(await patched()).toBeGreaterThanOrEqual(MOST);
  set({ community_url: "https://example.org/community", contact_whatsapp: "" });
  await patched();

  // Around the page that a menu leads to it looks another way.
  academy.cms.parts.menus = {
    main: [
      { label: "Home", href: "/" },
      { label: "Reading", href: "", children: [{ label: "Seventh", href: "/blog/article-7" }] },
    ],
  };
  expect(await patched()).toBeGreaterThanOrEqual(MOST - 1);
  academy.cms.parts.menus = {
    main: [
      { label: "Home", href: "/" },
      { label: "Reading", href: "", children: [{ label: "Ninth & more", href: "/blog/article-9" }] },
    ],
  };
  expect(await patched()).toBeGreaterThanOrEqual(MOST - 2);

  // A page that has changed itself as well, and one whose file is damaged.
  const hash = academy.routes.get("/blog/article-5")?.files["/blog/article-5.html"] as string;
  academy.cms.releases.damaged.add(hash);
  academy.cms.write({ slug: "article-6", content: "<p>Edited</p>" });
  lead("https://t.example/?&b");
  expect(await patched()).toBeGreaterThanOrEqual(MOST - 2);
  lead("https://example.org/elsewhere?a=1&b=2");
  expect(await patched()).toBeGreaterThanOrEqual(MOST);

  const tree = academy.tree;
  const other = await Academy.open(academy.cms.copy());
  try {
    await other.publish();
    const rendered = other.tree;
    expect([...tree.keys()].sort()).toEqual([...rendered.keys()].sort());
    const different = [...rendered].filter(([file, content]) => !tree.get(file)?.equals(content));
    expect(different.map(([file]) => file)).toEqual([]);
  } finally {
    await other.close();
  }

  // What pages say themselves has to be rendered.
  set({ site_title: "Another Academy", contact_phone: "+91 80 2" });
  expect(await patched()).toBe(0);
});
