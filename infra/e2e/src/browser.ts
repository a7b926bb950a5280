import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { elsewhere } from "./elsewhere";
import { eventually, inTime } from "./wait";
import type { Fixture } from "./worker";

/** The headless shell first: it is Chromium without the windows, and so quicker. */
const candidates = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Starts Chromium: CHROMIUM_PATH, else where Debian puts it. */
async function openBrowser(): Promise<Browser> {
  const { existsSync } = await import("node:fs");
  const executablePath = process.env.CHROMIUM_PATH || candidates.find((name) => existsSync(name));
  if (!executablePath) throw new Error("Chromium is missing: install it, or name it in CHROMIUM_PATH");
  const others = await elsewhere();
  const browser = await chromium.launch({
    executablePath,
    args: [
      // Chromium's own sandbox needs rights that root in a container does not have.
      "--no-sandbox",
      "--disable-dev-shm-usage",
      // A process for all pages of a context, see Contexts.
      "--process-per-site",
      // Not by intercepting requests, which would take a sixth of all that it takes to open a page, and its cache.
      `--host-resolver-rules=MAP * 127.0.0.1:${others.port}, EXCLUDE localhost`,
      "--ignore-certificate-errors",
      // Else a page that a test makes up may not embed what is at an address of this machine.
      `--ip-address-space-overrides=127.0.0.1:${others.port}=public`,
    ],
    // Playwright's. The headless shell keeps no page either way; without it, it says what of a page would keep it from that.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  browser.on("disconnected", others.close);
  return browser;
}

/** The browser of all tests of a worker: a fixture of theirs. */
export async function sharedBrowser({ worker: _ }: { worker: number }, { onCleanup }: Fixture): Promise<Browser> {
  const browser = await openBrowser();
  onCleanup(() => browser.close());
  return browser;
}

type Cookies = Parameters<BrowserContext["addCookies"]>[0];

// Each has a process, which holds some 200 MB; to open one costs as much as four pages.
const MOST_KEPT = 5;

/**
 * What changes a page or its context in a way that Kept does not take back: it must name whatever tests begin to use.
 * Cookies, stored data, routes, listeners, sizes, media, permissions, and the page's own scripts, functions and sessions
 * are taken back.
 */
const LASTING = [
  "addLocatorHandler",
  "close",
  "routeWebSocket",
  "setDefaultNavigationTimeout",
  "setDefaultTimeout",
  "setExtraHTTPHeaders",
  "setGeolocation",
  "setOffline",
  "setStorageState",
];

/** Options that a page is told each time it is taken: contexts that differ in nothing else are the same. */
type Told = Pick<BrowserContextOptions, "viewport" | "reducedMotion" | "colorScheme" | "permissions">;

/** What tests listen to. Not "close" and "crash", which Playwright listens to itself. */
const EVENTS = [
  "console",
  "dialog",
  "download",
  "filechooser",
  "framenavigated",
  "page",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
];

// Of the product at any time; it has no scripts.
const RESTING_PLACE = "/robots.txt";
const EMPTIED_WITHIN = 20_000;
const OPENED_WITHIN = 60_000;
const SCROLLED_WITHIN = 60_000;

type Given = Awaited<ReturnType<Page["addInitScript"]>>;

/** Has `instead` do what a method does, where there is such a method. */
function wrapMethod(object: object, name: string, instead: (call: () => unknown) => unknown): void {
  const method = (object as Record<string, unknown>)[name];
  if (typeof method !== "function") return;
  Object.assign(object, { [name]: (...given: unknown[]) => instead(() => method.apply(object, given)) });
}

/** A context and its page, which tests have one after the other. */
class Kept {
  /** Whether the test that has it has changed it for good. */
  private changed = false;
  /** Of all that it has shown to the test that has it, in frames too. */
  private readonly origins = new Set<string>();
  /** Of these, where the page itself has been. */
  private readonly visited = new Set<string>();
  /** What the test that has it has given to its page: scripts, functions. */
  private given: Given[] = [];
  private sessions: CDPSession[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly session: CDPSession,
    /** Without scripts nothing says whether it is drawn. */
    private readonly scripted: boolean,
    /** Its options, but for what it is told. */
    readonly kind: string,
  ) {
    const change = (call: () => unknown) => {
      this.changed = true;
      return call();
    };
    // Not the context's, which Playwright asks for itself when a window opens.
    const { clock } = page;
    Object.defineProperty(page, "clock", { get: () => change(() => clock) });
    for (const owner of [context, page]) for (const name of LASTING) wrapMethod(owner, name, change);
    wrapMethod(context, "addInitScript", change);
    for (const name of ["addInitScript", "exposeBinding", "exposeFunction"]) {
      wrapMethod(page, name, async (call) => {
        const given = (await call()) as Given;
        this.given.push(given);
        return given;
      });
    }
    wrapMethod(context, "newCDPSession", async (call) => {
      const session = (await call()) as CDPSession;
      this.sessions.push(session);
      return session;
    });
    this.watch();
  }

  static async open(browser: Browser, options: BrowserContextOptions, kind: string): Promise<Kept> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    return new Kept(context, page, await context.newCDPSession(page), options.javaScriptEnabled !== false, kind);
  }

  /** Tells its page how to be for the test that takes it. */
  async tell({ viewport, reducedMotion, colorScheme, permissions }: Told): Promise<void> {
    await this.page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    await this.page.emulateMedia({
      media: null,
      colorScheme: colorScheme ?? "light",
      reducedMotion: reducedMotion ?? "no-preference",
    });
    if (permissions) await this.context.grantPermissions(permissions);
  }

  private watch(): void {
    const note = (page: Page) =>
      page.on("framenavigated", (frame) => {
        if (!frame.url().startsWith("http")) return;
        const { origin } = new URL(frame.url());
        this.origins.add(origin);
        if (frame === this.page.mainFrame()) this.visited.add(origin);
      });
    note(this.page);
    this.context.on("page", note);
  }

  /**
   * Puts it back as it was opened, but for the HTTP cache; false when that cannot be done, or not in time: then it must
   * be closed.
   */
  emptied(): Promise<boolean> {
    const emptied = inTime("a page that a test gave back is empty", this.empty(), EMPTIED_WITHIN);
    return emptied.catch((error) => {
      console.warn(`${this.page.url()} is not used again: ${error}`);
      return false;
    });
  }

  private async empty(): Promise<boolean> {
    const { context, page, session, origins, visited } = this;
    if (context.pages().length === 0) return false;
    for (const event of EVENTS) for (const owner of [context, page]) owner.removeAllListeners(event);
    // What a test still held back would go to the product.
    if (!page.isClosed()) await session.send("Page.stopLoading");
    // An answer that a test was still making up is for nobody, and fails no test.
    await Promise.all([...context.pages(), context].map((owner) => owner.unrouteAll({ behavior: "ignoreErrors" })));
    if (this.changed || page.isClosed() || visited.size !== 1) return false;
    for (const given of this.given.splice(0)) await given.dispose();
    // A test may have ended one itself.
    for (const own of this.sessions.splice(0)) await own.detach().catch(() => {});
    await context.clearPermissions();
    // A test may have put its own way to open a page in place of these.
    for (const name of ["goto", "reload"] as const) delete (page as Partial<Page>)[name];
    // Elsewhere its process would end, and what it has compiled would be lost. A page that is made up here would cost
    // four times as much, since that takes interception.
    const [home] = visited;
    const answer = await page.goto(home + RESTING_PLACE);
    if (!answer?.ok()) return false;
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = "";
    });
    // One that is not drawn any more is of use to nobody.
    if (this.scripted) await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    // Where it is at first: what presses a button or turns the wheel without moving it does so there.
    await page.mouse.move(0, 0);
    // Its HTTP cache is kept: without it to open a page takes half as much again. All products of a worker have one
    // address; what they let a browser keep unasked has another name when it changes, or is of the same seed.
    for (const origin of origins) await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await session.send("Page.resetNavigationHistory");
    await context.clearCookies();
    if (context.pages().length !== 1) return false;
    origins.clear();
    visited.clear();
    this.watch();
    return true;
  }
}

/** A page, its context, and how to give both back: not for others where a failed test may still be at work. */
export interface Taken {
  page: Page;
  context: BrowserContext;
  end: (reusable: boolean) => Promise<void>;
}

/**
 * Contexts for tests that follow each other. One that was given back is emptied, and taken again by whoever wants the
 * same kind: its process has compiled the pages already, and a page of it is there. To open a page of the site takes
 * a third then.
 */
export class Contexts {
  private readonly kept: Kept[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly most = MOST_KEPT,
  ) {}

  /** A page in a context without cookies and stored data. */
  async take(options: BrowserContextOptions): Promise<Taken> {
    const { viewport, reducedMotion, colorScheme, permissions, ...rest } = options;
    const kind = JSON.stringify(rest);
    const at = this.kept.findIndex((one) => one.kind === kind);
    const opened = () => inTime("a page is open", Kept.open(this.browser, rest, kind), OPENED_WITHIN);
    const one = this.kept.splice(at, at < 0 ? 0 : 1)[0] ?? (await opened());
    await one.tell({ viewport, reducedMotion, colorScheme, permissions });
    return { page: one.page, context: one.context, end: (reusable) => this.giveBack(one, reusable) };
  }

  private async giveBack(one: Kept, reusable: boolean): Promise<void> {
    if (!reusable || !(await one.emptied())) return one.context.close();
    this.kept.push(one);
    if (this.kept.length > this.most) await this.kept.shift()?.context.close();
  }
}

/** The contexts of all tests of a worker: a fixture of theirs. */
export const sharedContexts = ({ browser }: { browser: Browser }) => new Contexts(browser);

/** The requests of a page that are under way, and how many there have been. */
const asked = new WeakMap<Page, { open: Set<Request>; ever: number }>();

/** For `settled`: from now on. */
export function countRequests(page: Page): void {
  const requests = { open: new Set<Request>(), ever: 0 };
  asked.set(page, requests);
  page.on("request", (request) => {
    requests.open.add(request);
    requests.ever++;
  });
  const ended = (request: Request) => requests.open.delete(request);
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
}

/** The addresses that a page whose requests are counted waits for. */
export const awaited = (page: Page) => [...(asked.get(page)?.open ?? [])].map((request) => request.url());

/** The answer to a form that a test sends as quickly as no person does: the page does the work that it asks for. */
export const WORK = /the server responded with a status of 428/;

/**
 * Contexts and pages of a browser that remember every error: what a page writes to the console as an error, and every
 * exception that nobody caught.
 */
export class Visitor {
  /** Errors that the test provokes. */
  readonly expected: RegExp[] = [WORK];
  private readonly errors: string[] = [];
  private readonly visits: Taken[] = [];

  constructor(private readonly contexts: Contexts) {}

  get pages(): Page[] {
    return this.visits.map(({ page }) => page);
  }

  /** A page in a context with these cookies alone, and without those of the test's other pages. */
  async page(options: BrowserContextOptions = {}, cookies: Cookies = []): Promise<Page> {
    const taken = await this.contexts.take({
      viewport: { width: 1280, height: 900 },
      // What fades has colours of its own on the way, and makes every dialog a wait.
      reducedMotion: "reduce",
      ...options,
    });
    this.visits.push(taken);
    await taken.context.addCookies(cookies);
    return this.watch(taken.page);
  }

  private watch(page: Page): Page {
    countRequests(page);
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(`${page.url()}: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.errors.push(`${page.url()}: ${error.stack ?? error.message}`));
    return page;
  }

  /** Gives back every page, to be used again or not, and returns the errors that nobody expected. */
  async close(reusable: boolean): Promise<string[]> {
    for (const taken of this.visits.splice(0)) await taken.end(reusable);
    return this.errors.filter((error) => !this.expected.some((pattern) => pattern.test(error)));
  }
}

/**
 * Waits until React has done what the last event asked for. Its work goes from message to message, which a clock that
 * stands still does not hold.
 */
export async function rendered(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let i = 0; i < 5; i++) {
      await new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(null);
      });
    }
  });
}

/** Waits until a visitor's page has got and shown all that it asked for. Its clock must run. */
export async function settled(page: Page): Promise<void> {
  const requests = asked.get(page);
  if (!requests) throw new Error("nobody has counted what this page asked for");
  await eventually(`${page.url()} has all that it asked for, and shows it`, async () => {
    const before = requests.ever;
    if (requests.open.size > 0) return false;
    await rendered(page);
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    await rendered(page);
    return requests.ever === before && requests.open.size === 0;
  });
}

/** Scrolls a page from its top to its end, so that all of it has been shown once. */
export async function scrolled(page: Page): Promise<void> {
  const end = page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((painted) => requestAnimationFrame(painted));
    }
  });
  await inTime(`${page.url()} is shown to its end`, end, SCROLLED_WITHIN);
}

/** Brings what lives on a page of the site to life and waits until it does. Other pages are not waited for. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const asleep = [...document.querySelectorAll("is-land:not([data-live])")];
    // Without waiting for the browser to be idle: a clock that stands still would hold that.
    const { firstTouch } = window as unknown as { firstTouch: { wake(island: Element): void } };
    for (const island of asleep) firstTouch.wake(island);
    return asleep.length === 0;
  });
}
