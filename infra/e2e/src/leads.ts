import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import type { Editor } from "./api";

// What the tests of the leads have in common: what is stored, and how each list is found, sorted and counted.

/** How many of each there are: more than a page. */
export const MANY = 55;
export const nameOf = (number: number) => `Lead ${String(number).padStart(2, "0")}`;
export const emailOf = (number: number) => `lead-${String(number).padStart(2, "0")}@example.org`;

const student = {
  fullName: "Asha Rao",
  email: "asha@example.org",
  phone: "+919876543210",
  dateOfBirth: "2001-05-17",
  course: "upsc-mains",
  batch: "evening",
  startDate: "2026-12-01",
  address: "4 Temple Road",
  city: "Mysuru",
  state: "Karnataka",
  pincode: "570001",
  paymentMethod: "upi",
  amount: 12500,
};

/** One after the other, so that the last is the newest. */
export async function fillLeads(api: Editor): Promise<void> {
  for (let number = 1; number <= MANY; number++) {
    const who = { name: nameOf(number), email: emailOf(number), phone: "+919876543210" };
    await Promise.all([
      api.call("POST", "/api/enrollments", { ...student, fullName: who.name, email: who.email }),
      api.call("POST", "/api/mentorship", { ...who, education_level: "Graduate" }),
      api.call("POST", "/api/contact", { ...who, message: `Question ${number}` }),
      api.call("POST", "/api/notifications", { email: who.email, page: "current-affairs-test", source: "=1+1" }),
    ]);
  }
  await api.call("POST", "/api/notifications", { email: emailOf(1), page: "videos" });
}

export interface List {
  tab: string;
  name: string;
  /** How the toasts call an entry. */
  what: string;
  /** How the question names it. */
  named: (number: number) => string;
  /** What it is exported to. */
  file: RegExp;
  perPage: number;
  total: number;
  call: string;
  entries: (page: Page) => Locator;
  /** What of an entry is looked for. */
  words: (number: number) => string;
  /** Sorts by what words come from. */
  sort: (page: Page, direction: "ascending" | "descending") => Promise<void>;
}

const byHead = (head: string) => async (page: Page, direction: "ascending" | "descending") => {
  await page.getByRole("columnheader", { name: head }).getByRole("button").click();
  await page.locator(`th[aria-sort="${direction}"]`, { hasText: head }).waitFor();
};
const rowsOf = (name: string) => (page: Page) => page.getByRole("table", { name }).locator("tbody").getByRole("row");

export const lists: List[] = [
  {
    tab: "enrollments",
    name: "Enrollments",
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
    name: "Mentorship applications",
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
    name: "Contact submissions",
    what: "contact submission",
    named: (number) => `message of ${nameOf(number)}`,
    file: /^contact\.csv$/,
    perPage: 24,
    total: MANY,
    call: "/api/contact",
    entries: (page) => page.getByRole("article"),
    words: nameOf,
    sort: async (page, direction) => {
      await page.getByRole("combobox", { name: "Sort" }).selectOption(direction === "ascending" ? "name" : "-name");
    },
  },
  {
    tab: "notifications",
    name: "Subscribers",
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

export const counted = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();
export const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });
/** Asks for the deletion of an entry by its name and day. */
export const question = (named: string) => new RegExp(`^Delete the ${named} from \\d{1,2} \\w+ \\d{4}\\?$`);
export const deleted = (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)} deleted`;

/** Clicks a button and returns what is saved: its name and its text. */
export async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/** Holds calls back until what it returns is called; then they go on, or are cut. */
export async function hold(page: Page, call: string, then: "continue" | "abort"): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(call, async (route) => {
    await held;
    await route[then]();
  });
  return release;
}
