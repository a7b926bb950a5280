import { configure, waitFor } from "@testing-library/dom";
import { render } from "preact";
import type { FunctionComponent } from "react";
import { cache, SWRGlobalState } from "swr/_internal";
import { afterEach, vi } from "vitest";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { emptySnapshot, siteConfig } from "@/content/source";
import type { Fields } from "@/model/field";
import layout from "@/model/layout";
import { pageTexts, textsOf } from "@/model/values";
import { mount } from "./mount";

// Helpers of the tests of islands: an empty page in jsdom that they mount islands on, and an API.

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 });

const ORIGIN = window.location.origin;

type Answer = Response | object | Promise<Response | object>;

/** The answer to each call, such as "GET /api/settings"; a call that is not named fails, as without the API. */
export const answers: Record<string, (request: Request) => Answer> = {};

/** The calls that have been made, in their order, each with the address as it was asked. */
export const calls: { call: string; address: string; body: string }[] = [];

async function answer(asked: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const request = asked instanceof Request ? asked : new Request(new URL(`${asked}`, ORIGIN), options);
  const { pathname, search } = new URL(request.url);
  const call = `${request.method} ${pathname}`;
  calls.push({ call, address: pathname + search, body: await request.clone().text() });
  const found = await answers[call]?.(request);
  if (!found) throw new TypeError("Failed to fetch");
  return found instanceof Response ? found : Response.json(found);
}

// The API, and what jsdom lacks. Nothing comes near what is seen; a press is a mouse's.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(document, { adoptedStyleSheets: [] });
Object.assign(window, {
  fetch: answer,
  CSSStyleSheet: class {
    replaceSync() {}
  },
  IntersectionObserver: Observer,
  ResizeObserver: Observer,
  matchMedia: (media: string) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} }),
});
document.documentElement.dataset.api = `${ORIGIN}/api`;
// The toaster takes its names with the first toast.
Object.assign(document.body.dataset, { notices: "Notifications", closeNotice: "Close notification" });

const reader = new Reader(new Content(siteConfig({ NODE_ENV: "test" }), emptySnapshot()));

/** The texts of these fields while no editor has changed them. */
export const defaults = <F extends Fields>(fields: F) => textsOf(fields, {}, reader);

/** The texts of the layout while no editor has changed them. */
export const words = pageTexts(layout, reader);

/** Waits until what follows from what has happened is done: effects, answers and what they change. */
export async function idle(): Promise<void> {
  for (let task = 0; task < 20; task++) await new Promise(setImmediate);
}

/** The browser brings the page back as it was left. */
export const comesBack = () => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));

const mounted: HTMLElement[] = [];

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const element of mounted.splice(0)) {
    render(null, element);
    element.remove();
  }
  vi.unstubAllGlobals();
  // The toaster stays for whoever says something next.
  for (const close of document.querySelectorAll<HTMLElement>(".toast-close")) close.click();
  await waitFor(() => document.querySelector(".toast") && Promise.reject(new Error("a toast stands there")));
  window.history.replaceState(null, "", ORIGIN);
  localStorage.clear();
  sessionStorage.clear();
  calls.length = 0;
  for (const call of Object.keys(answers)) delete answers[call];
  for (const key of [...cache.keys()]) cache.delete(key);
  // Calls under way, or answered a moment ago.
  const asked = SWRGlobalState.get(cache)?.[2] ?? {};
  for (const key of Object.keys(asked)) delete asked[key];
});

/** Has an island take over its place on the page, as the loader does: an empty one, or the HTML that is there. */
export function live<P extends object>(
  Island: FunctionComponent<P>,
  props: P,
  place = document.createElement("is-land"),
): HTMLElement {
  place.dataset.props = JSON.stringify(props);
  document.body.append(place);
  mount(place, Island as FunctionComponent<object>);
  mounted.push(place);
  return place;
}
