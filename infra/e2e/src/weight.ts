import http from "node:http";
import { brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";

/** A phone's screen, as the weights are meant for. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, reducedMotion: "reduce" } as const;

/** What a page loads until nothing more comes, with nobody touching it. */
export interface Load {
  /** Root-relative addresses by kind, in the order in which they were asked for. */
  requests: { kind: string; path: string }[];
  /** What the browser complains about, such as a preload that nothing uses. */
  warnings: string[];
}

/** Loads a page in an empty browser and waits until it is quiet. Media of other sites are not counted: they load later. */
export async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const result: Load = { requests: [], warnings: [] };
    page.on("request", (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === new URL(url).origin) result.requests.push({ kind: request.resourceType(), path: pathname });
    });
    page.on("console", (message) => {
      if (["warning", "error"].includes(message.type())) result.warnings.push(message.text());
    });
    await page.goto(url, { waitUntil: "networkidle" });
    return result;
  } finally {
    await context.close();
  }
}

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
