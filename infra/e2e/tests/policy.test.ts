import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import type { Article } from "../src/api";
import { awake, scrolled, settled } from "../src/browser";
import { root } from "../src/program";
import { expect, test } from "../src/test";

// Every page works under its Content-Security-Policy, and nothing that does not belong there runs.

/** With everything that moves: it may need what a still page does not. */
const moving = { reducedMotion: "no-preference" } as const;

/** Collects what the policies of a page refuse. */
async function watch(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction("refuse", (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { refuse } = globalThis as unknown as { refuse: (what: string) => void };
      refuse(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return refused;
}

/** A page of each kind of thing that may load something: charts, frames, videos, forms. */
const site = [
  "/",
  "/adhva-vibes-psi",
  "/resources/strategy",
  "/blog",
  "/blog/reading-ncerts-with-a-plan",
  "/videos",
  "/contact-us",
];
const screens = ["home", "articles", "videos", "settings"].map((tab) => `/admin/dashboard?tab=${tab}`);

/** Opens the addresses one after the other and scrolls to the end, so that what waits for being seen loads too. */
async function walk(page: Page, url: string, addresses: string[]) {
  for (const address of addresses) {
    await page.goto(url + address, { waitUntil: "load" });
    await awake(page);
    await page.getByRole("heading").first().waitFor();
    await scrolled(page);
    // Not "networkidle", which never comes to some pages with a frame that was put in late.
    await settled(page);
  }
}

test("no page of the site asks for what its policy refuses", async ({ product, visitor }) => {
  const page = await visitor.page(moving);
  const refused = await watch(page);
  await page.addInitScript(() => {
    if (window === top) localStorage.setItem("theme", "dark");
  });
  await walk(page, product.url, site);
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await page.getByLabel(/^Name/).fill("Asha");
  await page.getByLabel(/^Email/).fill("asha@example.com");
  await page.getByLabel(/^Message/).fill("When does the next batch begin?");
  await page.getByRole("button", { name: /^Send/ }).click();
  const toast = page.getByText("Message sent successfully!");
  await toast.waitFor();
  // Its place comes from the style sheet that stands in for a style element.
  expect(
    await toast.evaluate((element) => getComputedStyle(element.closest("section > div") as Element).position),
  ).toBe("fixed");
  expect(refused).toEqual([]);
});

test("nor does a screen of the dashboard", async ({ product, dashboard }) => {
  const page = await dashboard.page(moving);
  const refused = await watch(page);
  await walk(page, product.url, ["/auth", "/api/docs", ...screens]);
  expect(refused).toEqual([]);
});

test("a script that got into a page does not run, an embedded video does", async ({ product, visitor }) => {
  // The browser says what it refuses.
  visitor.expected.push(/./);
  const page = await visitor.page(moving);
  const refused = await watch(page);
  const address = `${product.url}/blog/reading-ncerts-with-a-plan`;
  const attack = `<script>ran = "element"</script><img src="/none" onerror="ran = 'handler'">
    <a id="link" href="javascript:ran = 'address'">x</a><script src="https://evil.example/x.js"></script>
    <iframe src="https://www.youtube-nocookie.com/embed/abc"></iframe><iframe src="https://evil.example/"></iframe>
    <style>body { display: none }</style><base href="https://evil.example/">`;
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/class="prose"[^>]*>/, `$&${attack}`),
    });
  });
  await page.goto(address, { waitUntil: "load" });
  await awake(page);
  await page.locator("#link").evaluate((link: HTMLElement) => link.click());
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "ran = 'added'";
    document.body.append(script);
  });
  await expect
    .poll(() => refused.map((line) => line.split(" ")[1]).sort())
    .toEqual([
      "base-uri",
      "frame-src",
      "script-src-attr",
      ...["element", "elsewhere", "address", "added"].map(() => "script-src-elem"),
      "style-src-elem",
    ]);
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  expect(page.frames().some((frame) => frame.url().startsWith("https://www.youtube-nocookie.com/embed/"))).toBe(true);
});

test("what is left of attacks on an article runs nowhere, with or without a policy", async ({
  product,
  editor,
  visitor,
}) => {
  visitor.expected.push(/./);
  const corpus: Record<string, string[]> = JSON.parse(
    readFileSync(path.join(root, "cms-api/internal/content/richtext/corpus/attacks.json"), "utf8"),
  );
  const stored: string[] = [];
  const store = async (attacks: string[]): Promise<void> => {
    const content = attacks.join("<p>next</p>");
    const answer = await editor.request("POST", "/api/articles", { title: "Attacked", content });
    if (answer.status === 201) return void stored.push(((await answer.json()) as Article).content);
    // A picture that nobody could see, or a frame of another site, is refused with a sentence.
    if (attacks.length === 1) return expect(answer.status).toBe(422);
    const half = Math.ceil(attacks.length / 2);
    for (const part of [attacks.slice(0, half), attacks.slice(half)]) await store(part);
  };
  for (const attacks of Object.values(corpus)) {
    for (let i = 0; i < attacks.length; i += 20) {
      await store(attacks.slice(i, i + 20).map((attack) => attack.replaceAll("src=x", "src=/x")));
    }
  }
  const answer = await editor.request("POST", "/api/articles", {
    title: "All attacks",
    content: stored.join(""),
    status: "published",
  });
  const { slug } = (await answer.json()) as Article;
  const page = await visitor.page(moving);
  const refused = await watch(page);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await page.addInitScript(() => {
    Object.assign(globalThis, { ran: () => Object.assign(globalThis, { hit: true }) });
  });
  const harmless = async () => {
    await page.locator(".prose a").evaluateAll((links) => {
      for (const link of links as HTMLAnchorElement[]) {
        link.addEventListener("click", (event) => {
          if (!/^javascript:/i.test(link.href)) event.preventDefault();
        });
        link.click();
      }
    });
    expect(await page.evaluate(() => "hit" in globalThis)).toBe(false);
    expect(dialogs).toEqual([]);
  };
  await expect
    .poll(async () => (await page.goto(`${product.url}/blog/${slug}`, { waitUntil: "load" }))?.status(), {
      timeout: 20_000,
    })
    .toBe(200);
  await awake(page);
  await harmless();
  expect(refused.filter((line) => !line.includes(" img-src "))).toEqual([]);
  // Without the policy, which must not be what the rules for article HTML rely on.
  await page.goto("about:blank");
  await page.setContent(`<div class="prose">${stored.join("")}</div>`, { waitUntil: "load" });
  await harmless();
});
