import { expect, test } from "../src/test";

// What is saved in the dashboard is on the site once it is live.

test("sections and settings", async ({ product, editor }) => {
  const home = async () => {
    await editor.live();
    return (await fetch(product.url)).text();
  };
  const headings = (html: string) =>
    [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, inner]) => inner?.replace(/<[^>]*>/g, ""));
  const section = (type: string, block = "") =>
    editor.call<{ id: string }>("POST", "/api/admin/sections", { name: type, type, block, is_visible: true });
  const text = (section: string, type: string, content: string) =>
    editor.call("POST", "/api/admin/page-content", { page: "home", section, type, content, order_index: 1 });

  // An empty text is the site's own, which the model tells the dashboard's fields.
  const items = await editor.call<{ id: string; type: string }[]>("GET", "/api/page-content/home/why-choose");
  const stored = items.find(({ type }) => type === "card2_description");
  if (stored) await editor.call("PUT", `/api/admin/page-content/${stored.id}`, { content: "" });
  // A block is shown as often as it has sections, and a type without a block as heading and text.
  await section("call-to-action");
  await text("call-to-action", "heading", "Write today");
  await section("call-to-action-2", "call-to-action");
  await text("call-to-action-2", "heading", "Call tomorrow");
  const { id } = await section("toppers");
  await text("toppers", "heading", "They made it");
  await text("toppers", "description", "Forty of our learners passed.");
  await editor.call("PUT", "/api/settings", { site_title: "Another Academy", blog_show_coming_soon: true });
  const html = await home();
  expect(headings(html)).toEqual(expect.arrayContaining(["Write today", "Call tomorrow", "They made it"]));
  expect(html).toContain("Forty of our learners passed.");
  const model = await editor.call<{ blocks: { type: string; fields: { key: string; default?: string }[] }[] }>(
    "GET",
    "/api/content-model",
  );
  const fields = model.blocks.find(({ type }) => type === "why-choose")?.fields;
  const builtIn = fields?.find(({ key }) => key === "card2_description")?.default ?? "";
  expect(builtIn).toMatch(/\w/);
  expect(html).toContain(builtIn);
  expect(await (await fetch(`${product.url}/blog`)).text()).toContain("Another Academy");

  await editor.call("DELETE", `/api/admin/sections/${id}`);
  expect(headings(await home())).not.toContain("They made it");
});
