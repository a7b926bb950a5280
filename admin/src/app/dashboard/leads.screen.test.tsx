import { emailOf, fillLeads, MANY, nameOf } from "@academy/shared/test/leads";
import { fireEvent } from "@testing-library/react";
import { describe } from "vitest";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { textOf } from "@/test/files";
import { set, value } from "@/test/forms";
import { fill, focused, press } from "@/test/hands";
import { told, untold } from "@/test/messages";

// The lists of what visitors leave, with more than a page of each: searched, sorted, paged, exported and deleted.

interface List {
  tab: string;
  /** How messages call an entry. */
  what: string;
  /** How the question before its deletion names it. */
  named: (number: number) => string;
  file: RegExp;
  perPage: number;
  total: number;
  call: string;
  entries: () => HTMLElement[];
  /** The words of an entry that it is looked for by. */
  words: (number: number) => string;
  /** Sorts by those words. */
  sort: (direction: "ascending" | "descending") => Promise<void>;
}

const byHead = (head: string) => async (direction: "ascending" | "descending") => {
  const column = screen.getByRole("columnheader", { name: head });
  fireEvent.click(within(column).getByRole("button"));
  await waitFor(() => expect(column.getAttribute("aria-sort")).toBe(direction));
};
const rowsOf = (name: string) => () => {
  const table = screen.queryByRole("table", { name });
  return [...(table?.querySelectorAll<HTMLElement>("tbody tr") ?? [])];
};

const lists: List[] = [
  {
    tab: "enrollments",
    what: "enrollment",
    named: (number) => `enrollment of ${nameOf(number)}`,
    file: /^enrollments\.csv$/,
    perPage: 50,
    total: MANY,
    call: "/api/enrollments",
    entries: rowsOf("Enrollments"),
    words: nameOf,
    sort: byHead("Name"),
  },
  {
    tab: "mentorship",
    what: "mentorship application",
    named: (number) => `mentorship application of ${nameOf(number)}`,
    file: /^mentorship\.csv$/,
    perPage: 50,
    total: MANY,
    call: "/api/mentorship",
    entries: rowsOf("Mentorship applications"),
    words: nameOf,
    sort: byHead("Name"),
  },
  {
    tab: "contacts",
    what: "contact submission",
    named: (number) => `message of ${nameOf(number)}`,
    file: /^contact\.csv$/,
    perPage: 24,
    total: MANY,
    call: "/api/contact",
    entries: () => screen.queryAllByRole("article"),
    words: nameOf,
    sort: async (direction) =>
      set(screen.getByRole("combobox", { name: "Sort" }), direction === "ascending" ? "name" : "-name"),
  },
  {
    tab: "notifications",
    what: "subscriber",
    named: (number) => `subscriber ${emailOf(number)}`,
    file: /^notifications-\d{4}-\d\d-\d\d\.csv$/,
    perPage: 50,
    total: MANY + 1,
    call: "/api/admin/notifications",
    entries: rowsOf("Subscribers"),
    words: emailOf,
    sort: byHead("Email"),
  },
];

const counted = (words: string) => screen.findByText(words);
const search = () => screen.getByRole("searchbox", { name: "Search" });
/** Asks for the deletion of an entry by its name and day. */
const question = (named: string) => new RegExp(`^Delete the ${named} from \\d{1,2} \\w+ \\d{4}\\?$`);
const exactly = (path: string) => new RegExp(`^${path}\\?`);

test.beforeAll(({ editor }) => fillLeads(editor));

describe.each(lists)("$tab", (list) => {
  const { tab, entries, words, sort, total, perPage, call } = list;
  const of = (number: number) => entries().filter(({ textContent }) => textContent?.includes(words(number)));
  const shows = (number: number) => waitFor(() => expect(of(number).length).toBeGreaterThan(0));
  const first = (number: number) => waitFor(() => expect(entries()[0]?.textContent).toContain(words(number)));

  test("are searched, sorted and paged, and the page before stays in sight while the next one comes", async ({
    dashboard,
  }) => {
    const { user } = dashboard;
    await dashboard.open(`tab=${tab}`);
    await counted(`${total} in all`);
    await waitFor(() => expect(entries()).toHaveLength(perPage));
    const { release } = dashboard.calls.hold("GET", new RegExp(`^${call}\\?.*offset=${perPage}`));
    await user.click(screen.getByRole("button", { name: "next page" }));
    await waitFor(() => expect(document.querySelector('.list[aria-busy="true"]')).not.toBeNull());
    expect(entries()).toHaveLength(perPage);
    expect(screen.queryByText("Loading…")).toBeNull();
    release();
    await shows(MANY - perPage);
    expect(document.querySelector('.list[aria-busy="false"]')).not.toBeNull();
    await user.click(screen.getByRole("button", { name: "previous page" }));
    await shows(MANY);

    await sort("ascending");
    await first(1);
    await sort("descending");
    await first(MANY);

    await fill(user, search(), words(7).toUpperCase());
    await counted("1 found");
    await waitFor(() =>
      expect(entries().map(({ textContent }) => textContent)).toEqual([expect.stringContaining(words(7))]),
    );
    await fill(user, search(), "nobody is called so");
    await screen.findByText("Nothing found");
    await fill(user, search(), "");
    await counted(`${total} in all`);
  });

  test("are exported as they were searched and sorted", async ({ editor, dashboard }) => {
    const { user, downloads } = dashboard;
    await dashboard.open(`tab=${tab}`);
    await counted(`${total} in all`);
    await sort("ascending");
    await sort("descending");
    const text = words(1).slice(0, words(1).indexOf("1"));
    const found = await editor.call<unknown[]>("GET", `${call}?q=${encodeURIComponent(text)}`);
    // At once, before the list itself has been searched.
    await fill(user, search(), text);
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    await told(`${found.length} rows: those of the search for “${text}”.`);
    expect(downloads[0]?.name).toMatch(list.file);
    const csv = await textOf(downloads[0]?.content);
    expect(csv.trimEnd().split("\r\n")).toHaveLength(found.length + 1);
    expect(csv).not.toContain(words(10));
    expect(csv.indexOf(words(9))).toBeGreaterThan(0);
    expect(csv.indexOf(words(9))).toBeLessThan(csv.indexOf(words(1)));

    await fill(user, search(), "");
    await first(MANY);
    await press(user, screen.getByRole("button", { name: "Export CSV" }));
    await told(`${total} rows: the whole list.`);
    expect(downloads[1]?.name).toMatch(list.file);

    dashboard.calls.cut("GET", new RegExp(`^${call}.*(export|limit=1000)`));
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    await told("Failed to export");
  });

  test("that do not come are told once, as is a page, and can be asked for again", async ({ dashboard }) => {
    const { user, calls } = dashboard;
    const retry = async (number: number) => {
      await waitFor(() => {
        // It also tries again by itself: the button may be gone.
        screen.queryByRole("button", { name: "Try again" })?.click();
        expect(of(number).length).toBeGreaterThan(0);
      });
    };
    const restore = calls.cut("GET", exactly(call));
    await dashboard.visit(`/admin/dashboard?tab=${tab}`);
    await told("Failed to load data");
    await screen.findByRole("button", { name: "Try again" });
    expect(untold("Failed to load data")).toEqual([]);
    restore();
    await retry(MANY - 5);

    const whole = calls.cut("GET", new RegExp(`^${call}\\?.*offset=${perPage}`));
    await user.click(screen.getByRole("button", { name: "next page" }));
    await told("Failed to load data");
    await screen.findByRole("button", { name: "Try again" });
    whole();
    await retry(MANY - perPage);
  });

  test("are deleted after a question, and kept when that fails", async ({ editor, dashboard }) => {
    const { user, calls } = dashboard;
    const { what, named } = list;
    // Of their own, the newest: they are gone in the end.
    const added = [MANY + 1, MANY + 2, MANY + 3];
    for (const number of added) await leave(number);
    const all = total + added.length;
    const [older, newer, newest] = added as [number, number, number];

    await dashboard.open(`tab=${tab}`);
    await counted(`${all} in all`);
    const button = (number: number) => within(of(number)[0] as HTMLElement).getByRole("button", { name: /^Delete / });
    const say = async (number: number, word: string) => {
      const dialog = await screen.findByRole("dialog", { name: question(named(number)) });
      await user.click(within(dialog).getByRole("button", { name: word }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await shows(newer);
    await user.click(button(newer));
    await say(newer, "Cancel");
    await focused(() => button(newer));

    const restore = calls.cut("DELETE", new RegExp(`^${call}/`));
    await user.click(button(newer));
    await say(newer, "Delete");
    await told(`Failed to delete ${what}`);
    await shows(newer);
    restore();
    const asked = () => calls.of("GET", exactly(call)).length;
    let before = asked();
    await waitFor(() => expect(button(newer).hasAttribute("data-loading")).toBe(false));
    before = asked();
    await user.click(button(newer));
    await say(newer, "Delete");
    await told(`${what.charAt(0).toUpperCase()}${what.slice(1)} deleted`);
    await counted(`${all - 1} in all`);
    await waitFor(() => expect(of(newer)).toEqual([]));
    await focused(() => button(older));
    // Else it could come without what somebody else deletes now.
    await waitFor(() => expect(asked()).toBeGreaterThan(before));

    // Somebody else was faster: that is no failure.
    const [left] = await editor.call<{ id: string }[]>("GET", `${call}?q=${emailOf(newest)}`);
    await editor.call("DELETE", `${call}/${left?.id}`);
    await user.click(button(newest));
    await say(newest, "Delete");
    await counted(`${all - 2} in all`);
    expect(untold("Failed to delete")).toEqual([]);
    const [last] = await editor.call<{ id: string }[]>("GET", `${call}?q=${emailOf(older)}`);
    await editor.call("DELETE", `${call}/${last?.id}`);

    function leave(number: number): Promise<unknown> {
      const who = { name: nameOf(number), email: emailOf(number), phone: "+919876543210" };
      if (tab === "enrollments") return editor.call("POST", call, { ...who, fullName: who.name, course: "psi" });
      if (tab === "notifications")
        return editor.call("POST", "/api/notifications", { email: who.email, page: "videos" });
      return editor.call("POST", call, { ...who, message: "Hello" });
    }
  });

  test("have links, which a stranger's words lead nowhere else", async ({ editor, dashboard }) => {
    const hostile = { name: "Stranger", email: "x?bcc=all&subject=hi@example.org", phone: "098765 43210" };
    const body = {
      enrollments: { ...hostile, fullName: hostile.name, course: "psi" },
      mentorship: hostile,
      contacts: { ...hostile, message: "mailto:y@example.org" },
      notifications: { email: hostile.email, page: tab },
    }[tab];
    await editor.call("POST", tab === "notifications" ? "/api/notifications" : call, body);
    await dashboard.open(`tab=${tab}`);
    const entry = await waitFor(() => {
      const found = entries().find(({ textContent }) => textContent?.includes(hostile.email));
      if (!found) throw new Error("it is not there");
      return found;
    });
    const links = within(entry).getAllByRole("link");
    const phone = tab === "notifications" ? [] : ["https://wa.me/919876543210", "tel:+919876543210"];
    expect(links.map((link) => link.getAttribute("href")).sort()).toEqual([
      ...phone.slice(0, 1),
      "mailto:x%3Fbcc%3Dall%26subject%3Dhi@example.org",
      ...phone.slice(1),
    ]);
    const [stored] = await editor.call<{ id: string }[]>("GET", `${call}?q=${encodeURIComponent("x?bcc=all")}`);
    await editor.call("DELETE", `${call}/${stored?.id}`);
  });
});

test("an application that was decided meanwhile is not deleted, and shown as it is", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=mentorship");
  const [newest] = await editor.call<{ id: string; name: string }[]>("GET", "/api/mentorship?limit=1");
  const remove = await screen.findByRole("button", { name: `Delete mentorship application of ${newest?.name}` });
  await editor.call("PUT", `/api/mentorship/${newest?.id}`, { status: "approved" });
  await user.click(remove);
  await answer(user, question(`mentorship application of ${newest?.name}`), "Delete");
  await told("Failed to delete mentorship application");
  const status = () => screen.getByRole("combobox", { name: `Status of ${newest?.name}` });
  await waitFor(() => expect(value(status())).toBe("approved"));
});
