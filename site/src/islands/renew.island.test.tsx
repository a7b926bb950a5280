import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renew, restore } from "./renew";
import { answers } from "./testing";

// A page whose code is of another version than what is live is loaded again, and what was typed is kept.

const reload = vi.fn();
const place = document.createElement("main");
/** Stands in a page whose loader is this code. */
const own = `<script src="${new URL(import.meta.url.replace(/[^/]*$/, "renew.ts")).pathname}"></script>`;
const other = () => new Response("<p>Another version</p>");
const FORM = `
  <form method="dialog"><input id="name"><textarea id="words"></textarea></form>
  <form method="dialog" class="second"><input id="email"></form>
  <form method="get"><input id="search"></form>`;
const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const typed = { name: "Asha Rao", words: "Half of\na message", email: "asha@example.com", search: "polity" };
const values = () => Object.fromEntries(Object.keys(typed).map((id) => [id, field(id).value]));
const early = () => [...document.querySelectorAll<HTMLElement>("[data-early]")].map(({ className }) => className);

beforeEach(() => {
  reload.mockReset();
  vi.stubGlobal("location", Object.assign(new URL(window.location.href), { reload }));
  document.body.append(place);
  place.innerHTML = FORM;
  for (const [id, value] of Object.entries(typed)) field(id).value = value;
});
afterEach(() => place.remove());

test("what was typed is there on the fresh page, once, and what was submitted is known to be", async () => {
  document.querySelector<HTMLElement>(".second")?.setAttribute("data-early", "");
  answers["GET /"] = other;
  expect(await renew()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  place.innerHTML = FORM;
  restore();
  // A form that the browser sends itself is not kept.
  expect(values()).toEqual({ ...typed, search: "" });
  expect(early()).toEqual(["second"]);
  expect(sessionStorage.length).toBe(0);
  place.innerHTML = FORM;
  restore();
  expect(values()).toEqual({ name: "", words: "", email: "", search: "" });
});

test("on a page that has no such field nothing is put back, and nothing breaks", async () => {
  answers["GET /"] = other;
  await renew();
  place.innerHTML = "";
  restore();
  expect(sessionStorage.length).toBe(0);
  sessionStorage.setItem("typed", "somebody else's words");
  restore();
});

test.each([
  ["is of the same version", () => new Response(own)],
  ["is answered with an error of the server", () => new Response("", { status: 502 })],
  ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["breaks off", () => Object.assign(other(), { text: () => Promise.reject(new TypeError("network error")) })],
])("a page that %s is not loaded again, and keeps nothing", async (_, answer) => {
  answers["GET /"] = answer;
  expect(await renew()).toBe(false);
  expect([reload.mock.calls, sessionStorage.length]).toEqual([[], 0]);
  expect(values()).toEqual(typed);
});

test("a page that is stuck is loaded again though it is of the same version, once", async () => {
  answers["GET /"] = () => new Response(own);
  const type = vi.fn(() => "navigate");
  vi.spyOn(performance, "getEntriesByType").mockImplementation(() => [{ type: type() }] as never);
  expect([await renew(true), reload.mock.calls.length]).toEqual([true, 1]);
  type.mockReturnValue("reload");
  expect([await renew(true), reload.mock.calls.length]).toEqual([false, 1]);
});

test("a page that is gone from the site is loaded again too", async () => {
  answers["GET /"] = () => new Response("<p>Off the map</p>", { status: 404 });
  expect(await renew()).toBe(true);
});

test("where nothing can be stored it is loaded again all the same", async () => {
  answers["GET /"] = other;
  vi.stubGlobal("sessionStorage", {
    setItem() {
      throw new DOMException("", "SecurityError");
    },
  });
  expect(await renew()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});
