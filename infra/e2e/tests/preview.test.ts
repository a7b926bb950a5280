import type { Schemas } from "@academy/shared/api/client";
import type { Editor } from "../src/api";
import { expect, test } from "../src/test";

// A preview is the page: what is typed is shown as publishing writes it, byte for byte, but for the moment of the save.

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,3}Z/g;
const withoutMoments = (html: string) => html.replace(MOMENT, "");

async function preview(editor: Editor, asked: Schemas["NewPreview"]): Promise<string> {
  const { url } = await editor.call<Schemas["PreviewMade"]>("POST", "/api/preview", asked);
  const page = await editor.request("GET", url);
  expect(page.status).toBe(200);
  return page.text();
}

test("what is previewed is what goes live", { timeout: 120_000 }, async ({ product, editor }) => {
  const live = async (path: string) => {
    await editor.live();
    return (await fetch(product.url + path)).text();
  };
  const [article] = await editor.call<Schemas["ArticleSummary"][]>("GET", "/api/articles?limit=1&status=published");
  const { id, slug } = article as Schemas["ArticleSummary"];

  const typed = { title: "Edited “title” & more", content: "<h2>New</h2><p>नमस्ते <strong>x</strong></p>", tags: ["a"] };
  const shown = await preview(editor, { kind: "article", id, values: typed });
  expect(await live(`/blog/${slug}`)).not.toContain("Edited");
  await editor.call("PUT", `/api/articles/${id}`, typed);
  expect(withoutMoments(await live(`/blog/${slug}`))).toBe(withoutMoments(shown));

  const draft = await editor.call<Schemas["Article"]>("POST", "/api/articles", {
    title: "A draft",
    content: "<p>x</p>",
  });
  const published = await preview(editor, { kind: "article", id: draft.id });
  await editor.call("PUT", `/api/articles/${draft.id}`, { status: "published" });
  expect(withoutMoments(await live(`/blog/${draft.slug}`))).toBe(withoutMoments(published));

  const values = { heading: "Fees of 2027", cta_link: `article:${id}` };
  const made = { path: "/fees-2027", title: "Fees", blocks: [{ id: "b", type: "hero", values }] };
  const page = await preview(editor, { kind: "page", id: "new", values: made });
  await editor.call("POST", "/api/admin/pages", { ...made, status: "published" });
  expect(withoutMoments(await live("/fees-2027"))).toBe(withoutMoments(page));

  const [text] = await editor.call<Schemas["PageContentItem"][]>("GET", "/api/page-content/home/hero");
  const { id: item, type } = text as Schemas["PageContentItem"];
  const home = await preview(editor, { kind: "page-content", id: "home.hero", values: { [type]: "Typed" } });
  await editor.call("PUT", `/api/admin/page-content/${item}`, { content: "Typed" });
  expect(await live("/")).toBe(home);

  const everywhere = ["/", "/about-us", "/blog", "/fees-2027", `/blog/${draft.slug}`, "/404"];
  const settings = { site_title: "Typed Academy", contact_phone: "+919876543210" };
  const menu = { items: [{ label: "Fees", href: "/fees-2027" }] };
  const changes: { asked: Schemas["NewPreview"]; save: string }[] = [
    { asked: { kind: "settings", values: settings }, save: "/api/settings" },
    { asked: { kind: "menus", id: "main", values: menu }, save: "/api/admin/menus/main" },
  ];
  for (const { asked, save } of changes) {
    const pages: string[] = [];
    for (const route of everywhere) pages.push(await preview(editor, { ...asked, route }));
    await editor.call("PUT", save, asked.values);
    for (const [i, route] of everywhere.entries()) expect(await live(route), route).toBe(pages[i]);
  }
});

test("a link shows a draft to who has no account, in the theme that it names, and calls nothing", async ({
  product,
  editor,
  visitor,
}) => {
  const { id } = await editor.call<Schemas["Article"]>("POST", "/api/articles", { title: "Only by the link" });
  const asked = { kind: "article", id, expires_in: 60 };
  const link = await editor.call<Schemas["PreviewShared"]>("POST", "/api/preview/links", asked);
  visitor.expected.push(/404/);
  const page = await visitor.page();
  const answered: string[] = [];
  page.on("response", (response) => answered.push(new URL(response.url()).pathname));
  await page.goto(`${product.url}${link.url}?theme=dark`);
  await expect.poll(() => page.locator("is-land[data-live]").count()).toBeGreaterThan(0);
  expect(await page.locator("h1").textContent()).toBe("Only by the link");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(answered.filter((path) => path.startsWith("/api/"))).toEqual([link.url]);
  await editor.call("DELETE", `/api/preview/links/${link.id}`);
  expect((await page.goto(product.url + link.url))?.status()).toBe(404);
});
