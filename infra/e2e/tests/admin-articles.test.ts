import type { Schemas } from "@academy/shared/api/client";
import { docx, drawing, noteReference, p, r, style } from "@academy/shared/test/docx";
import { png } from "@academy/shared/test/png";
import type { Article } from "../src/api";
import { rendered } from "../src/browser";
import { offer, previewed, text, toast, written } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually, gate } from "../src/wait";

// Articles in a browser on the running product: documents from outside, under the server's content policy, by the code
// that is fetched for them (what each kind becomes is in admin/src/editor); articles that come and go by themselves;
// and the preview, which is the page: rendered by the publisher from what is typed, and shown beside the form, or by a
// link to somebody who has no account.

test("a Word document is brought in with its pictures, and Markdown and legacy fonts are pasted", async ({
  dashboard,
}) => {
  const page = await dashboard.open("tab=articles");
  const bytes = docx({
    media: { "a.png": png(30, 20, [180, 71, 46]) },
    footnotes: ["Maneka Gandhi"],
    body:
      p("Fundamental rights", style("Heading1")) +
      p(r("Article 21") + noteReference(1)) +
      p("<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>3</m:t></m:r></m:den></m:f></m:oMath>") +
      p(drawing("rIdPic1", "A map")),
  });
  await page.getByRole("button", { name: "Import document" }).waitFor();
  const file = { name: "lecture.docx", mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
  await page.locator('input[name="document_file"]').setInputFiles(file);
  await page.getByText("lecture.docx is in the text.").waitFor();
  await expect.poll(() => written(page)).toContain("Maneka Gandhi");
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Fundamental rights");
  const html = await written(page);
  expect(html).toContain("\\frac{1}{3}");
  expect(html).toMatch(/<img src="\/media\/[^>]*alt="A map"/);
  await text(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await offer(page, "paste", { text: "**bold**\n\n- one\n- two" });
  const becomes = (html: string) => eventually(`the form holds ${html}`, async () => (await written(page)) === html);
  await becomes("<p><strong>bold</strong></p><ul><li>one</li><li>two</li></ul>");
  await page.keyboard.press("Control+z");
  await becomes("<p>**bold**</p><p><br></p><p>- one</p><p>- two</p>");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await offer(page, "paste", { text: "¨sÁgÀvÀzÀ ¸ÀA«zsÁ£À" });
  await page.getByRole("button", { name: "Convert to Unicode" }).first().click();
  await becomes("<p>ಭಾರತದ ಸಂವಿಧಾನ</p>");
});

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

const long = Array.from({ length: 60 }, (_, i) => `<p>Paragraph ${i + 1}</p>`).join("");

test("what is typed is followed where one reads, never shows an empty page, and links lead nowhere", async ({
  editor,
  dashboard,
}) => {
  const made = await editor.call<Article>("POST", "/api/articles", {
    title: "Followed",
    content: long,
    status: "published",
  });
  const page = await dashboard.open(`tab=articles&edit=${made.id}`);
  const title = page.getByRole("textbox", { name: "Title" });
  const heading = (name: string) => previewed(page).getByRole("heading", { level: 1, name, exact: true });
  const root = previewed(page).locator("html");
  const at = () => root.evaluate(() => Math.round(window.scrollY));
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await heading("Followed").waitFor();
  await previewed(page).getByText("Paragraph 60").waitFor();
  await root.evaluate(() => window.scrollTo(0, 900));
  await title.fill("Followed on");
  await heading("Followed on").waitFor();
  expect(await at()).toBe(900);
  await previewed(page).getByRole("link", { name: "Back to All Articles" }).first().click();
  await title.fill("Followed still");
  await heading("Followed still").waitFor();

  // On a slow line the page before stays.
  await page.clock.install();
  const { opened, open } = gate();
  const framed = /\?theme=/;
  await page.route(framed, async (route) => {
    await opened;
    await route.continue();
  });
  const asked = page.waitForRequest(framed);
  await title.fill("Come at last");
  await page.clock.runFor(1000);
  await asked;
  await page.clock.fastForward(10_000);
  await rendered(page);
  await heading("Followed still").waitFor();
  await root.evaluate(() => window.scrollTo(0, 900));
  open();
  await heading("Come at last").waitFor();
  expect(await at()).toBe(900);
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
