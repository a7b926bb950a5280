import type { Article } from "../src/api";
import { text, toast } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Articles that come and go by themselves, in a browser on the running product.

test("an article comes and goes by itself, at the times that were typed into its form", async ({
  product,
  editor,
  dashboard,
}) => {
  const year = new Date().getFullYear() + 1;
  const made = await editor.call<Article>("POST", "/api/articles", {
    title: "Offer of the week",
    content: "<p>Text</p>",
    status: "published",
    publish_date: `${year}-01-02T09:30:00Z`,
  });
  const page = await dashboard.open(`tab=articles&edit=${made.id}`);
  await text(page).getByText("Text").waitFor();
  const end = page.getByLabel("Unpublish date");
  await end.focus();
  for (const part of ["12", "03", `${year}`, "ArrowRight", "10", "00", "AM"]) {
    if (part === "ArrowRight") await page.keyboard.press(part);
    else await page.keyboard.type(part);
  }
  expect(await end.inputValue()).toBe(`${year}-12-03T10:00`);
  await page.keyboard.press("Control+s");
  await toast(page, "Article updated successfully").waitFor();

  const read = async (path: string) => (await fetch(product.url + path)).text();
  /** What a visitor gets of the article, everywhere. */
  const seen = async () => {
    const addresses = [`/api/articles/${made.slug}`, `/blog/${made.slug}`];
    const answers = await Promise.all(addresses.map(async (path) => (await fetch(product.url + path)).status));
    const maps = [...(await read("/sitemap.xml")).matchAll(/\/sitemaps\/[^<]+/g)].map(String);
    const pages = await Promise.all(["/blog", "/blog/feed.xml", ...maps].map(read));
    return [...answers, pages.filter((page) => page.includes(made.slug)).length].join();
  };
  const soon = () => new Date(Date.now() + 1500).toISOString();
  expect(await seen()).toBe("404,404,0");
  await editor.call("PUT", `/api/articles/${made.id}`, { publish_date: soon() });
  await eventually("it is everywhere", async () => (await seen()) === "200,200,3");
  await editor.call("PUT", `/api/articles/${made.id}`, { unpublish_date: soon() });
  await eventually("it is gone", async () => (await seen()) === "404,404,0");
});
