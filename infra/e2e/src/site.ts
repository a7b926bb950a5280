import { type BrowserContextOptions, devices, type Page, type Request } from "playwright-core";
import { test as base, expect } from "vitest";
import { Editor } from "./api";
import { awake, type Contexts, countRequests, sharedBrowser, sharedContexts, type Taken, WORK } from "./browser";
import { describeFailure } from "./failure";
import { startedCopy } from "./product";
import { eventually } from "./wait";
import { worker } from "./worker";

export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const phone: BrowserContextOptions = {
  ...devices["Pixel 7"],
  viewport: { width: 390, height: 844 },
};
export const screens = { desktop, phone };
export const themes = ["light", "dark"] as const;

/** Whether the visitor is led to this address: in the tab itself, or in a new one, which has no frame yet. */
function leads(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true;
  }
}

/** Hosts whose players the pages may embed, and whose picture tells that they can be reached. */
const embeds = ["www.youtube-nocookie.com", "www.youtube.com", "player.vimeo.com", "i.ytimg.com"];

export interface Visit extends BrowserContextOptions {
  theme?: (typeof themes)[number];
  /** The administrator's session goes along. */
  signedIn?: boolean;
  /** Time stands still at 2026-01-01 until the test moves it with page.clock. */
  frozen?: boolean;
  /** Every call of the API fails as if nothing listened. */
  alone?: boolean;
  /** The files of the page's scripts come when this is fulfilled; nobody waits for them. */
  scripts?: Promise<void>;
}

/** What the tests put on the real product and what they ask of it. */
export class Site {
  /** Errors on the console that the test provokes. */
  readonly expected: RegExp[] = [WORK];
  /** Addresses elsewhere that a page asked for without the visitor leaving for them. */
  readonly strayed: string[] = [];
  /** Addresses elsewhere that the visitor was led to. */
  readonly left: string[] = [];
  readonly errors: string[] = [];
  /** The settings that a test has changed, as they were. */
  private readonly before: Record<string, unknown> = {};
  private readonly undo: (() => Promise<unknown>)[] = [];
  private readonly visits: Taken[] = [];

  constructor(
    private readonly contexts: Contexts,
    readonly editor: Editor,
    readonly url: string,
  ) {}

  get pages(): Page[] {
    return this.visits.map(({ page }) => page);
  }

  /** Opens a page of the site and waits until its scripts have taken over. */
  async visit(path: string, { theme, signedIn, frozen, alone, scripts, ...options }: Visit = {}): Promise<Page> {
    const taken = await this.contexts.take({ ...desktop, reducedMotion: "reduce", ...options });
    this.visits.push(taken);
    const { page, context } = taken;
    context.on("request", (request) => this.note(request));
    context.on("page", (another) => this.watch(another));
    this.watch(page);
    if (theme) {
      await page.addInitScript((value) => {
        if (window === top && !localStorage.getItem("theme")) localStorage.setItem("theme", value);
      }, theme);
    }
    if (alone) {
      this.expected.push(/net::ERR_CONNECTION_REFUSED/);
      await context.route(/\/api\//, (route) => route.abort("connectionrefused"));
    }
    if (scripts) {
      await context.route(/\/(_next|admin\/assets)\/.*\.js$/, async (route) => {
        await scripts;
        await route.continue();
      });
    }
    if (signedIn) await context.addCookies(this.editor.cookies().map((cookie) => ({ ...cookie, url: this.url })));
    if (frozen) {
      await page.clock.install({ time: new Date("2025-12-31") });
      await page.clock.pauseAt(new Date("2026-01-01"));
    }
    if (options.javaScriptEnabled !== false && !scripts) opensAwake(page);
    await page.goto(this.url + path, { waitUntil: scripts ? "domcontentloaded" : "load" });
    // Before its stylesheet has come a page has no size: nobody sees it, and a key scrolls nothing.
    if (scripts) await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
    return page;
  }

  /** Notes what is asked of other sites. */
  private note(request: Request): void {
    const url = new URL(request.url());
    if (!url.protocol.startsWith("http") || url.origin === this.url) return;
    if (leads(request)) this.left.push(url.href);
    else if (!embeds.includes(url.hostname)) this.strayed.push(`${request.frame().url()} asked for ${url.href}`);
  }

  private watch(page: Page) {
    countRequests(page);
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(`${page.url()}: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.errors.push(`${page.url()}: ${error.stack ?? error.message}`));
  }

  /** Changes settings until the end of the test, and waits until the change is live. */
  async settings(change: Record<string, unknown>): Promise<void> {
    const now = await this.editor.call<Record<string, unknown>>("GET", "/api/settings");
    // One change puts all of them back: a state in between would be on its way to the site after the test.
    if (Object.keys(this.before).length === 0) this.later(() => this.editor.call("PUT", "/api/settings", this.before));
    for (const key of Object.keys(change)) if (!(key in this.before)) this.before[key] = now[key];
    await this.editor.call("PUT", "/api/settings", change);
    await this.editor.live();
  }

  /** Creates a document until the end of the test, and waits until it is live. */
  async create<T extends { id: string }>(collection: string, document: object): Promise<T> {
    const created = await this.editor.call<T>("POST", collection, document);
    this.later(() => this.editor.call("DELETE", `${collection}/${created.id}`));
    await this.editor.live();
    return created;
  }

  /** Changes a managed text until the end of the test, and waits until it is live. An empty section is the page's own. */
  async text(page: string, section: string, type: string, content: string): Promise<void> {
    const items = await this.editor.call<{ id: string; type: string; content: string }[]>(
      "GET",
      `/api/page-content/${page}${section && `/${section}`}`,
    );
    const item = items.find((one) => one.type === type);
    if (!item) throw new Error(`there is no text ${page} ${section} ${type}`);
    const put = (text: string) => this.editor.call("PUT", `/api/admin/page-content/${item.id}`, { content: text });
    await put(content);
    this.later(() => put(item.content));
    await this.editor.live();
  }

  /** What puts the product back as it was; the last first. */
  later(undo: () => Promise<unknown>): void {
    this.undo.push(undo);
  }

  /** Gives back its pages, to be used again or not, puts everything else back and returns what went wrong. */
  async end(reusable: boolean): Promise<string[]> {
    await Promise.all(this.visits.splice(0).map((taken) => taken.end(reusable)));
    const changed = this.undo.length > 0;
    for (const undo of this.undo.reverse()) await undo();
    if (changed) await this.editor.live();
    const errors = this.errors.filter((error) => !this.expected.some((pattern) => pattern.test(error)));
    return [...errors, ...this.strayed];
  }
}

/** Has every call that opens a page wait until its scripts, which come after the first paint, have taken over. */
function opensAwake(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...to) => {
    const answer = await goto(...to);
    await awake(page);
    return answer;
  };
  page.reload = async (...how) => {
    const answer = await reload(...how);
    await awake(page);
    return answer;
  };
}

/** A test with its worker's product; it fails on any error on a console and on any request to a stranger. */
export const test = base
  .extend("worker", { scope: "worker" }, worker)
  .extend("browser", { scope: "worker" }, sharedBrowser)
  .extend("contexts", { scope: "worker" }, sharedContexts)
  .extend("product", { scope: "worker" }, ({ worker: _ }, fixture) => startedCopy(fixture))
  .extend("editor", { scope: "worker" }, ({ product }) => Editor.enter(product))
  .extend("site", async ({ contexts, editor, product, task }, { onCleanup }) => {
    const site = new Site(contexts, editor, product.url);
    onCleanup(async () => expect(await site.end(!(await describeFailure(task, site.pages)))).toEqual([]));
    return site;
  });

export { eventually, expect };
