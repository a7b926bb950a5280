import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { awake, Contexts, scrolled, settled, Visitor } from "./browser";

/** A phone's screen, as the weights are meant for. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, reducedMotion: "reduce" } as const;

/** Root-relative addresses by kind, in the order in which they were asked for. */
export type Requests = { kind: string; path: string }[];

/** What a page loads. */
export interface Load {
  /** Until nothing more comes, before anybody touches it. */
  requests: Requests;
  /** These, and what comes when everything on it lives and has been shown; no more where it is to sleep. */
  all: Requests;
  /** The programs that stand in the page itself. */
  inline: string;
  /** What the browser complains about, such as a preload that nothing uses. */
  warnings: string[];
}

/**
 * Loads a page in an empty browser and waits until it is quiet; then brings it to life, unless it is to sleep. Media of
 * other sites are not counted: they load later.
 */
export async function load(browser: Browser, url: string, { asleep = false } = {}): Promise<Load> {
  const visitor = new Visitor(new Contexts(browser, 0));
  try {
    const page = await visitor.page(phone);
    const all: Requests = [];
    const warnings: string[] = [];
    page.on("request", (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === new URL(url).origin) all.push({ kind: request.resourceType(), path: pathname });
    });
    page.on("console", (message) => {
      if (["warning", "error"].includes(message.type())) warnings.push(message.text());
    });
    if (asleep) await silence(page);
    await page.goto(url, { waitUntil: "networkidle" });
    const inline = (await page.locator("script:not([src], [type])").allTextContents()).join("\n");
    await settled(page);
    const requests = [...all];
    if (!asleep) {
      await awake(page);
      await scrolled(page);
      await settled(page);
    }
    return { requests, all, inline, warnings };
  } finally {
    await visitor.close(false);
  }
}

/** The browser is never idle, nothing comes near what it shows, and no mouse rests on the page's corner. */
const silence = (page: Page) =>
  page.addInitScript(() => {
    addEventListener("pointerover", (event) => event.stopImmediatePropagation(), { capture: true });
    const nothing = () => undefined;
    Object.assign(window, {
      requestIdleCallback: nothing,
      IntersectionObserver: class {
        observe = nothing;
        unobserve = nothing;
        disconnect = nothing;
      },
    });
  });

/** The body as the server compresses it. */
export function compressed(url: string, encoding: "gzip" | "br"): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { "accept-encoding": encoding } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(chunks));
          else reject(new Error(`${url} answered ${answer.statusCode}`));
        });
      })
      .on("error", reject);
  });
}

/** Bytes of all these files together, as they come over the line. */
export async function bytes(origin: string, paths: string[], encoding: "gzip" | "br"): Promise<number> {
  const bodies = await Promise.all([...new Set(paths)].map((path) => compressed(origin + path, encoding)));
  return bodies.reduce((sum, body) => sum + body.length, 0);
}

/** What a browser can read of a page when only its first bytes have come. */
export function beginning(body: Buffer, encoding: "gzip" | "br", length: number): string {
  const first = body.subarray(0, length);
  const text =
    encoding === "gzip"
      ? gunzipSync(first, { finishFlush: constants.Z_SYNC_FLUSH })
      : brotliDecompressSync(first, { finishFlush: constants.BROTLI_OPERATION_FLUSH });
  return text.toString();
}

/** The first screen without scripts, of the page as it is or of what is given in its place. */
export async function firstScreen(browser: Browser, url: string, html?: string): Promise<Buffer> {
  const context = await browser.newContext({ ...phone, javaScriptEnabled: false });
  try {
    const page: Page = await context.newPage();
    if (html !== undefined) {
      await page.route(url, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
    }
    await page.goto(url, { waitUntil: "networkidle" });
    return await page.screenshot();
  } finally {
    await context.close();
  }
}

/** The live release of a product's data folder: how many files it has of each ending, and their bytes. */
export function releaseOf(dir: string): Map<string, { files: number; bytes: number }> {
  const store = path.join(dir, "releases");
  const json = (...names: string[]) => JSON.parse(readFileSync(path.join(store, ...names), "utf8"));
  const { shards } = json("manifests", `${readFileSync(path.join(store, "CURRENT"), "utf8").trim()}.json`);
  const sizes = new Map<string, { files: number; bytes: number }>();
  for (const shard of (shards as (string | null)[]).filter((blob) => blob !== null)) {
    const { routes } = json("blobs", shard) as { routes: Record<string, { files: Record<string, { size: number }> }> };
    for (const [name, { size }] of Object.values(routes).flatMap(({ files }) => Object.entries(files))) {
      const kind = path.extname(name);
      const { files, bytes } = sizes.get(kind) ?? { files: 0, bytes: 0 };
      sizes.set(kind, { files: files + 1, bytes: bytes + size });
    }
  }
  return sizes;
}
