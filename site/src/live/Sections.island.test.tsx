import { waitFor } from "@testing-library/dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answers, calls, comesBack, live } from "@/islands/testing";
import Sections from "./Sections";

// A page that is open follows what the API says of its sections.

const types = ["hero", "promo", "access"];
const list = (...hidden: string[]) =>
  types.map((type, i) => ({ id: type, name: type, type, is_visible: !hidden.includes(type), display_order: i }));
const reload = vi.fn();
let main: HTMLElement;

beforeEach(() => {
  reload.mockReset();
  // jsdom has none.
  vi.stubGlobal("CSS", { escape: (name: string) => name });
  vi.stubGlobal("location", Object.assign(new URL(window.location.href), { reload }));
  main = document.body.appendChild(document.createElement("main"));
  answers["GET /release.json"] = () => ({ fingerprint: "now" });
});
afterEach(() => main.remove());

/** A page with these of the sections. */
function page(...hidden: string[]): void {
  const built = list(...hidden);
  for (const { type, is_visible } of built) {
    if (is_visible) main.appendChild(document.createElement("section")).dataset.section = type;
  }
  live(Sections, { built });
}

const shown = () => [...main.querySelectorAll<HTMLElement>("section")].map((one) => one.dataset.section);
const says = (sections: object) => {
  answers["GET /api/sections"] = () => Response.json(sections, { headers: { "Content-Fingerprint": "now" } });
};
/** Has the server return the page without these sections. */
const has = (...hidden: string[]) => {
  const island = document.createElement("is-land");
  Object.assign(island.dataset, { island: "Sections", props: JSON.stringify({ built: list(...hidden) }) });
  answers["GET /"] = () => new Response(island.outerHTML);
};
/** Waits for something to be so, and moves a clock that stands still meanwhile. */
const wait = (check: () => void) => vi.waitFor(check, 30_000);
const asked = (call: string) => calls.filter((one) => one.call === call).length;

test("one that is hidden goes, without another page", async () => {
  says(list("promo"));
  page();
  await waitFor(() => expect(shown()).toEqual(["hero", "access"]));
  expect([asked("GET /"), reload.mock.calls]).toEqual([0, []]);
});

test.each([
  ["while the list is on its way", () => new Promise<never>(() => {})],
  ["when it is empty", () => Response.json([])],
  ["when it cannot be had", () => new Response("", { status: 500 })],
  ["when it does not name the type", () => Response.json(list().slice(0, 1))],
])("all are shown %s", async (_, answer) => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  answers["GET /api/sections"] = answer;
  page();
  await waitFor(() => expect(asked("GET /api/sections")).toBeGreaterThan(0));
  await new Promise((done) => setTimeout(done));
  expect(shown()).toEqual(types);
});

describe("one that became visible", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  });

  test("brings a fresh page, which is asked for until it has it", async () => {
    says(list());
    has("promo");
    page("promo");
    await wait(() => expect(asked("GET /api/sections")).toBeGreaterThan(0));
    await wait(() => expect(asked("GET /")).toBe(1));
    has();
    await wait(() => expect(asked("GET /")).toBe(2));
    await wait(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test("leaves the page as it is where the third fresh one has not got it either", async () => {
    says(list());
    has("promo");
    page("promo");
    await wait(() => expect(asked("GET /")).toBe(1));
    await wait(() => expect(asked("GET /")).toBe(3));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked("GET /"), reload.mock.calls]).toEqual([3, []]);
  });

  test("another order brings a fresh page too", async () => {
    says(list().map((one) => ({ ...one, display_order: -one.display_order })));
    page();
    await wait(() => expect(asked("GET /")).toBe(1));
    expect(reload).not.toHaveBeenCalled();
  });
});

test.each([
  ["when the tab is looked at again", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["when the browser brings the page back", comesBack],
])("the API is asked again %s", async (_, look) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  says(list());
  page();
  await wait(() => expect(asked("GET /api/sections")).toBe(1));
  says(list("promo"));
  // It is not asked more than once in five seconds.
  await vi.advanceTimersByTimeAsync(6000);
  expect(shown()).toEqual(types);
  look();
  await wait(() => expect(shown()).toEqual(["hero", "access"]));
});
