import type { UserEvent } from "@testing-library/user-event";
import { describe, vi } from "vitest";
import type { Article } from "@/api/types";
import { reply } from "@/test/calls";
import { type Dashboard, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { named } from "@/test/forms";
import { fill } from "@/test/hands";

// Every form has a preview beside it, which is asked for with what is typed. How it is rendered, and what a frame shows
// of it, is not the dashboard's.

interface Asked {
  kind: string;
  id?: string;
  values: object;
}

const PREVIEW = /^\/api\/preview$/;
const made = () => reply(201, { url: "/preview/pages/one", expires_at: new Date(Date.now() + 600_000).toISOString() });

/** Waits for a preview with this text, and returns what it is of. */
const asked = (dashboard: Dashboard, text: string): Promise<string> =>
  waitFor(() => {
    const last = dashboard.calls.of("POST", PREVIEW).at(-1)?.body as Asked | undefined;
    expect(JSON.stringify(last?.values)).toContain(text);
    return `${last?.kind} ${last?.id ?? ""}`;
  });
const button = (name: string) => screen.findByRole("button", { name });
const field = (name: string, scope?: HTMLElement) => waitFor(() => named(name, scope));

const FORMS: [what: string, query: string, of: string, open: (user: UserEvent) => Promise<HTMLElement>][] = [
  ["a new article", "tab=articles", "article new", () => screen.findByRole("textbox", { name: "Title" })],
  ["a new page", "tab=pages&edit=new", "page new", () => screen.findByRole("textbox", { name: "Title" })],
  [
    "the texts of a section",
    "tab=sections",
    "page-content home.hero",
    async (user) => {
      await user.click(await button("Edit Hero"));
      return field("heading", await screen.findByRole("dialog", { name: /^Edit Section Content/ }));
    },
  ],
  ["the settings", "tab=settings", "settings ", () => field("site_title")],
  ["the texts of the police page", "tab=psi", "page-content adhva-vibes-psi", () => field("hero_title")],
  [
    "the texts of any page",
    "tab=pages&page=contact-us",
    "page-content contact-us",
    async () => {
      const group = await screen.findByRole("group", { name: "Top of the page" });
      return within(group).getByRole("textbox", { name: "Title" });
    },
  ],
  [
    "a menu",
    "tab=menus",
    "menus main",
    async (user) => {
      const group = await screen.findByRole("group", { name: "Navigation" });
      await user.click(await within(group).findByRole("button", { name: "Edit Contact" }));
      return waitFor(() => {
        const label = [...group.querySelectorAll<HTMLElement>('[name="label"]')].at(-1);
        if (!label) throw new Error("no entry is open");
        return label;
      });
    },
  ],
];

test.for(FORMS)("beside %s", async ([what, query, of, open], { dashboard }) => {
  const { user } = dashboard;
  dashboard.calls.answer("POST", PREVIEW, made);
  await dashboard.open(query);
  const input = await open(user);
  await fill(user, input, `First of ${what}`);
  const name = query.endsWith("menus") ? "Preview: Navigation" : "Preview";
  await user.click(await button(name));
  expect(await asked(dashboard, `First of ${what}`)).toBe(of);
  await fill(user, input, `Then of ${what}`);
  expect(await asked(dashboard, `Then of ${what}`)).toBe(of);
});

describe("what cannot be shown", () => {
  test("says why in the page's place, and is asked for again by itself", async ({ editor, dashboard }) => {
    const { user, calls } = dashboard;
    const { id } = await editor.call<Article>("POST", "/api/articles", { title: "Busy", content: "<p>Text</p>" });
    await dashboard.open(`tab=articles&edit=${id}`);
    const title = await screen.findByRole("textbox", { name: "Title" });
    calls.answer("POST", PREVIEW, made);
    const refuse = (status: number, detail: string) =>
      calls.answer("POST", PREVIEW, () => reply(status, { status, detail }));
    const busy = refuse(503, "The publisher is busy. Please try again shortly.");
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    await user.click(await button("Preview"));
    const preview = await screen.findByRole("region", { name: "Preview" });
    const says = () => preview.querySelector(".preview-failure")?.textContent;
    await waitFor(() => expect(says()).toMatch(/^The page cannot be shown\. The publisher is busy\./));
    busy();
    await vi.advanceTimersByTimeAsync(3000);
    await waitFor(() => expect(says()).toBe(""));
    const refused = refuse(422, "The picture cannot be shown.");
    await fill(user, title, "Refused");
    await waitFor(() => expect(says()).toBe("Not up to date. The picture cannot be shown."));
    refused();
    await fill(user, title, "Taken");
    expect(await asked(dashboard, "Taken")).toBe(`article ${id}`);
    await waitFor(() => expect(says()).toBe(""));
    vi.useRealTimers();
  });
});
