import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { keptPort } from "@academy/shared/test/port";
import type { Article } from "../../src/api";
import { previewed, toast } from "../../src/dashboard";
import { dataFolder, Product } from "../../src/product";
import { bin, Program } from "../../src/program";
import { test as base, expect } from "../../src/test";
import { eventually } from "../../src/wait";
import { signed } from "../../src/webhook";

// What goes wrong on a bad day, on a product whose stores are somebody else's: a test can then take them away.

const PUBLISHER = "site/.publisher/main.mjs";
const folder = dataFolder();
const credentials = { S3_ACCESS_KEY_ID: "academy", S3_SECRET_ACCESS_KEY: "only-for-this-test" };
let embedded: Program;
let addresses: Record<string, string>;

/** Starts the stores, on the same addresses when they ran before. */
async function startStores(): Promise<void> {
  // Not any free one, which an outgoing connection may have got by the time they run again.
  const listen = async (address: string | undefined) =>
    address ? new URL(address).host : `127.0.0.1:${await keptPort()}`;
  embedded = new Program(
    path.join(bin, "embedded"),
    [
      ...["--data-dir", path.join(folder.dir, "stores"), "--exit-with-stdin"],
      ...["--mongodb-listen", await listen(addresses?.MONGODB_URI)],
      ...["--s3-listen", await listen(addresses?.S3_ENDPOINT)],
    ],
    credentials,
  );
  const [, mongodb, s3] = await embedded.line(/^embedded: ready mongodb=(\S+) s3=(\S+)$/, 30_000);
  addresses = { MONGODB_URI: mongodb as string, S3_ENDPOINT: s3 as string };
}

const test = base.extend("product", { scope: "file" }, async ({ environment }, { onCleanup }) => {
  await startStores();
  const product = await Product.startCopy(folder.dir, {
    ...environment,
    ...credentials,
    ...addresses,
    NODE_OPTIONS: `--import=${path.join(bin, "../../infra/chaos/pages.mjs")}`,
    PAGES_FILE: path.join(folder.dir, "pages"),
  });
  onCleanup(async () => {
    await product.stop();
    embedded.signal("SIGTERM");
    await embedded.end();
    folder.remove();
  });
  return product;
});

const release = async (product: Product) =>
  ((await (await fetch(`${product.url}/release.json`)).json()) as { release: string }).release;

test("an article with a script is stored and shown without it", async ({ product, editor }) => {
  const article = await editor.call<Article>("POST", "/api/articles", {
    title: "With a script",
    content:
      '<p onclick="alert(1)">Safe text</p><script>document.title = "stolen"</script><p><a href="javascript:alert(1)">link</a></p>',
    category: "Tests",
    status: "published",
  });
  expect(article.content).toContain("Safe text");
  expect(article.content).not.toMatch(/script|onclick|javascript:/i);
  const html = await eventually("the page is live", async () => {
    const answer = await fetch(`${product.url}/blog/${article.slug}`);
    return answer.ok && (await answer.text());
  });
  expect(html).toContain("Safe text");
  expect(html).not.toMatch(/stolen|onclick=|javascript:alert/);
  await editor.live();
});

test("an unsigned, a wrongly signed and a stale webhook get 401 and build nothing", async ({ product, editor }) => {
  await editor.live();
  const before = await release(product);
  const publisher = await product.pid("site/.publisher/main.mjs");
  const environment = readFileSync(`/proc/${publisher}/environ`, "utf8").split("\0");
  const value = (name: string) =>
    environment.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
  const url = `http://${value("PUBLISHER_HOST")}:${value("PUBLISHER_PORT")}/publish`;
  const secret = value("PUBLISH_SECRET");
  const body = JSON.stringify({
    type: "content.changed",
    timestamp: new Date().toISOString(),
    data: { fingerprint: "0".repeat(64), revision: 1, force: true },
  });
  const now = Math.floor(Date.now() / 1000);
  const other = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  for (const headers of [
    { "content-type": "application/json" },
    signed(other, body),
    signed(secret, body, now - 600),
    signed(secret, body, now + 600),
    { ...signed(secret, body), "webhook-id": "msg_changed" },
  ]) {
    const answer = await fetch(url, { method: "POST", headers, body });
    expect(answer.status).toBe(401);
  }
  // A good one of the same form is taken: the refusals above were for the signature alone.
  const good = await fetch(url, { method: "POST", headers: signed(secret, body), body });
  expect(good.status).toBe(202);
  const status = await editor.live();
  expect(status.error).toBeNull();
  expect(await release(product)).toBe(before);
});

test("without its stores the site keeps serving, writes get 503 and a time to come back; then all goes on", async ({
  product,
  editor,
  visitor,
}) => {
  const article = await editor.call<Article>("POST", "/api/articles", {
    title: "Before the outage",
    content: "<p>First text</p>",
    category: "Tests",
    status: "published",
  });
  const address = `/blog/${article.slug}`;
  await eventually("the page is live", async () => (await fetch(product.url + address)).ok);
  await editor.live();

  embedded.signal("SIGKILL");
  await embedded.end();
  try {
    const refused = await editor.request("PUT", `/api/articles/${article.id}`, { content: "<p>Lost?</p>" });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    await eventually(
      "it does not call itself ready",
      async () => (await fetch(`${product.url}/api/health/ready`)).status === 503,
    );
    for (const path of ["/", "/blog", address, "/api/articles", `/api/articles/${article.slug}`, "/api/settings"]) {
      expect(`${path} ${(await fetch(product.url + path)).status}`).toBe(`${path} 200`);
    }
    const page = await visitor.page();
    await page.goto(product.url + address, { waitUntil: "networkidle" });
    await page.getByText("First text").waitFor();
  } finally {
    await startStores(); // the tests after this one need them
  }
  await eventually("writes work again", async () => {
    const answer = await editor.request("PUT", `/api/articles/${article.id}`, { content: "<p>Second text</p>" });
    return answer.status === 200;
  });
  await eventually("the edit is live", async () =>
    (await (await fetch(product.url + address)).text()).includes("Second text"),
  );
});

test("without its publisher previews say so, and come back by themselves; saves, history and drafts go on", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  visitor.expected.push(/Content Security Policy|violates the document's/, /Failed to load resource.*503/);
  const article = await editor.call<Article>("POST", "/api/articles", {
    title: "With a publisher",
    content: "<p>Text</p>",
    status: "published",
  });
  await editor.live();
  const query = `tab=articles&edit=${article.id}`;
  const page = await dashboard.open(query);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const title = page.getByRole("textbox", { name: "Title" });
  const shown = (name: string) => previewed(page).getByRole("heading", { level: 1, name, exact: true });
  const state = (name: string) => page.locator(`.publish[data-state="${name}"]`);
  const failure = page.getByRole("region", { name: "Preview" }).getByRole("status");
  await button("Preview").click();
  await shown("With a publisher").waitFor();

  // As often as it is started again.
  const away = setInterval(() => {
    for (const pid of product.pids(PUBLISHER)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has just ended.
      }
    }
  }, 50);
  try {
    await title.fill("Without one");
    await failure.getByText(/^Not up to date\. .* It is tried again automatically\.$/).waitFor();
    await button("Save draft").click();
    await toast(page, "Draft saved").waitFor();
    await button("Publish changes").click();
    await toast(page, "Changes published").waitFor();
    await page
      .getByRole("status", { name: "Publishing" })
      .getByText(/^(?!Live)/)
      .waitFor();
    expect(await state("live").count()).toBe(0);
    await page.goto(dashboard.address(query));
    await button("History").click();
    await page.getByRole("dialog", { name: "History" }).getByText("changed title").waitFor();
    await page.keyboard.press("Escape");
    await button("Preview").click();
    await failure.getByText(/^The page cannot be shown\. .* It is tried again automatically\.$/).waitFor();
  } finally {
    clearInterval(away);
  }
  await shown("Without one").waitFor({ timeout: 60_000 });
  await state("live").waitFor({ timeout: 60_000 });
  expect(await (await fetch(`${product.url}/blog/${article.slug}`)).text()).toContain("Without one");
});

for (const [name, part] of [
  ["publisher", PUBLISHER],
  ["CMS", "cms-api serve"],
] as const) {
  test(`a killed ${name} comes back, and what was saved is live afterwards`, async ({ product, editor }) => {
    const article = await editor.call<Article>("POST", "/api/articles", {
      title: `Kill the ${name}`,
      content: "<p>Before</p>",
      category: "Tests",
      status: "published",
    });
    const pid = await product.pid(part);
    process.kill(pid, "SIGKILL");
    const saved = await eventually("the edit is taken", async () => {
      const answer = await editor.request("PUT", `/api/articles/${article.id}`, { content: `<p>After ${pid}</p>` });
      return answer.status === 200;
    });
    expect(saved).toBe(true);
    await eventually("the edit is live", async () => {
      const answer = await fetch(`${product.url}/blog/${article.slug}`);
      return (await answer.text()).includes(`After ${pid}`);
    });
    expect(await product.pid(part)).not.toBe(pid);
    await editor.live();
  });
}

test("a page that fails to render holds up no other, and is named with its reason until it is mended", async ({
  product,
  editor,
}) => {
  await editor.live();
  const pages = path.join(folder.dir, "pages");
  writeFileSync(pages, "throw /blog/this-page-breaks");
  const write = (title: string) =>
    editor.call<Article>("POST", "/api/articles", {
      title,
      content: "<p>Text</p>",
      category: "Tests",
      status: "published",
    });
  const broken = await write("This page breaks");
  const beside = await write("Another page");
  await eventually("the other page is live", async () => (await fetch(`${product.url}/blog/${beside.slug}`)).ok);
  const status = await editor.live();
  expect(status.failures).toEqual([
    { path: `/blog/${broken.slug}`, reason: expect.stringContaining("told to fail"), since: expect.any(String) },
  ]);
  expect(status.error).toBeNull();
  expect((await fetch(`${product.url}/blog/${broken.slug}`)).status).toBe(404);

  rmSync(pages);
  await editor.call("PUT", `/api/articles/${broken.id}`, { content: "<p>Mended</p>" });
  await eventually("it is live", async () => (await fetch(`${product.url}/blog/${broken.slug}`)).ok);
  expect((await editor.live()).failures).toEqual([]);
  await editor.call("DELETE", `/api/articles/${broken.id}`);
  await editor.live();
});
