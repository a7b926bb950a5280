import path from "node:path";
import { Script } from "node:vm";
import { MessageChannel } from "node:worker_threads";
import { build } from "esbuild";
import { JSDOM } from "jsdom";
import { folder, manifest } from "../../../site/scripts/build-islands.mjs";
import { root } from "./program";
import { eventually } from "./wait";

/** What an island of a page was as HTML, and what it was at the moment when it came to life. */
export interface Seen {
  island: string;
  rendered: string;
  live: string;
}

let bundled: Promise<Script> | undefined;

/** The scripts of a page as they were built, the loader and all islands, in one that is compiled once. */
function scripts(): Promise<Script> {
  bundled ??= build({
    entryPoints: [path.join(folder, path.basename(manifest()?.loader ?? ""))],
    absWorkingDir: root,
    bundle: true,
    format: "iife",
    write: false,
    // The address of the loader, by which a page asks whether it is outdated: none here is.
    define: { "import.meta.url": '"http://localhost/loader.js"' },
  }).then(({ outputFiles: [file] }) => new Script(file?.text ?? ""));
  return bundled;
}

/**
 * Runs in a page before its islands live: returns what they are as HTML, and adds what each is when it comes to life. Uses
 * nothing from around it.
 */
export function watchAll(): { island: string; rendered: string; live?: string }[] {
  const html = (island: Element) => {
    const copy = island.cloneNode(true) as Element;
    for (const script of copy.querySelectorAll("noscript")) script.replaceChildren();
    // What is closed and lives says so; the stylesheet, which may open it before, cannot.
    return copy.innerHTML.replace(/<!--.*?-->| aria-expanded="false"/g, "");
  };
  const islands = [...document.querySelectorAll<HTMLElement>("is-land")];
  const seen = islands.map((one): { island: string; rendered: string; live?: string } => ({
    island: one.dataset.island ?? "",
    rendered: html(one),
  }));
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const one = seen[islands.indexOf(target as HTMLElement)];
      if (one) one.live = html(target as Element);
    }
  }).observe(document, { subtree: true, attributeFilter: ["data-live"] });
  return seen;
}

/** Runs in a page whose loader has come: brings all islands to life. */
export function wakeAll(): void {
  const { firstTouch } = window as unknown as { firstTouch: { wake(island: Element): void } };
  for (const island of document.querySelectorAll("is-land")) firstTouch.wake(island);
}

/** Runs in a page: whether its loader has come. */
export const loaderCame = () => !("touched" in (window as unknown as { firstTouch: object }).firstTouch);

/**
 * Has the islands of a page come to life as in a browser whose API does not answer, on a screen that is narrow or not.
 * The page has no layout: nothing of it is in sight.
 */
export async function hydrate(html: string, url: string, narrow: boolean): Promise<Seen[]> {
  const dom = new JSDOM(html, { url, runScripts: "outside-only", pretendToBeVisual: true });
  const { window } = dom;
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  class Call extends Request {
    constructor(asked: Request | string, options?: RequestInit) {
      super(typeof asked === "string" ? new URL(asked, url) : asked, options);
    }
  }
  Object.assign(window, {
    firstTouch: { recorded: new Map(), touched: new Set() },
    fetch: () => new Promise(() => {}),
    matchMedia: (media: string) => ({ matches: narrow && media.includes("max-width"), addEventListener() {} }),
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
    MessageChannel,
    Request: Call,
    Response,
    Headers,
  });
  const seen: Seen[] = window.eval(`(${watchAll})()`);
  (await scripts()).runInContext(dom.getInternalVMContext());
  await eventually("the loader has come", () => window.eval(`(${loaderCame})()`));
  window.eval(`(${wakeAll})()`);
  return eventually(`all of ${url} lives`, () => seen.every(({ live }) => live !== undefined) && seen);
}
