import { describe } from "vitest";
import type { Article } from "../src/api";
import { answer, text, toast } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Articles that come and go by themselves, in a browser on the running product.

describe("articles", () => {
  test("with a later date go live by themselves, as the form says", async ({ product, editor, dashboard }) => {
    const page = await dashboard.open("tab=articles");
    await page.getByRole("textbox", { name: "Title" }).fill("Results of tomorrow");
    await text(page).fill("Wait for it.");
    await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Published" });
    await page.getByText("The article is public as soon as it is saved.").waitFor();
    await page.getByLabel("Publish date", { exact: true }).fill(`${new Date().getFullYear() + 1}-01-02T09:30`);
    await page.getByText("The article goes live by itself at that time.").waitFor();
    await page.getByRole("button", { name: "Create Article" }).click();
    await toast(page, "Article created successfully").waitFor();
    await page.getByText(/^Goes live 2 Jan/).waitFor();
    const [made] = await editor.call<Article[]>("GET", "/api/articles?q=Results+of+tomorrow");
    const address = `${product.url}/api/articles/${made?.slug}`;
    expect((await fetch(address)).status).toBe(404);
    const soon = new Date(Date.now() + 1500).toISOString();
    await editor.call("PUT", `/api/articles/${made?.id}`, { publish_date: soon });
    await eventually("it is public", async () => (await fetch(address)).ok);
    await eventually("it has its page", async () => (await fetch(`${product.url}/blog/${made?.slug}`)).ok);
  });

  test("with an end leave by themselves, as the form and the list say", async ({
    product,
    editor,
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/422/);
    const made = await editor.call<Article>("POST", "/api/articles", {
      title: "Offer of the week",
      content: "<p>Text</p>",
      status: "published",
      publish_date: "2026-01-01",
    });
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    const end = page.getByLabel("Unpublish date");
    const year = new Date().getFullYear() + 1;
    await page.getByText("Empty: a published article stays.").waitFor();
    await end.focus();
    for (const part of ["12", "03", `${year}`, "ArrowRight", "10", "00", "AM"]) {
      if (part === "ArrowRight") await page.keyboard.press(part);
      else await page.keyboard.type(part);
    }
    expect(await end.inputValue()).toBe(`${year}-12-03T10:00`);
    await page.getByText("The article leaves the site by itself at that time.").waitFor();
    await page.keyboard.press("Control+s");
    await toast(page, "Article updated successfully").waitFor();
    await page.getByText(`Published until 3 Dec ${year}, 10:00`).waitFor();

    await end.fill("2025-12-30T12:00");
    await page.getByText("It must lie after the publish date.").waitFor();
    await page.getByRole("button", { name: "Update Article" }).click();
    await page
      .getByRole("tabpanel")
      .getByText("Give an unpublish date after the publish date, or none.", { exact: true })
      .waitFor();

    const read = async (path: string) => (await fetch(product.url + path)).text();
    /** What a visitor gets of the article, everywhere. */
    const seen = async () => {
      const addresses = [`/api/articles/${made.slug}`, `/blog/${made.slug}`];
      const answers = await Promise.all(addresses.map(async (path) => (await fetch(product.url + path)).status));
      const maps = [...(await read("/sitemap.xml")).matchAll(/\/sitemaps\/[^<]+/g)].map(String);
      const pages = await Promise.all(["/blog", "/blog/feed.xml", ...maps].map(read));
      return [...answers, pages.filter((page) => page.includes(made.slug)).length].join();
    };
    await eventually("it is everywhere", async () => (await seen()) === "200,200,3");
    const soon = new Date(Date.now() + 1500).toISOString();
    await editor.call("PUT", `/api/articles/${made.id}`, { unpublish_date: soon });
    await eventually("it is gone", async () => (await seen()) === "404,404,0");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await answer(page, "Give up the changes to this article?", "Give up changes");
    await page.reload();
    await page.getByText(/^Ended \d/).waitFor();
    expect(await page.getByRole("link", { name: "View Offer of the week" }).count()).toBe(0);
  });
});
