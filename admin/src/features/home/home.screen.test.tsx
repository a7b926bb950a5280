import { administrator, type Editor } from "@academy/shared/test/editor";
import { describe, vi } from "vitest";
import type { Article } from "@/api/types";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { value } from "@/test/forms";
import { press } from "@/test/hands";
import { told, untold } from "@/test/messages";
import { enlist } from "@/test/people";

// The dashboard's home: articles that are scheduled, drafts, the latest leads and failures.

const HOUR = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const part = async (name: string) => within(await screen.findByRole("region", { name }));
const entriesOf = async (name: string) => {
  const items = await (await part(name)).findAllByRole("listitem");
  return items.map(({ textContent }) => textContent);
};
const write = (editor: Editor, title: string, more: object = {}) =>
  editor.call<Article>("POST", "/api/articles", { title, content: "<p>Text</p>", ...more });

test.beforeAll(async ({ editor }) => {
  await write(editor, "Goes last", { status: "published", publish_date: later(60) });
  await write(editor, "Leaves", { status: "published", unpublish_date: later(30) });
  await write(editor, "Goes next", { status: "published", publish_date: later(1) });
  await write(editor, "Public already", { status: "published" });
  await write(editor, "Half a thought");
  const who = { email: "asha@example.org", phone: "+919876543210" };
  await editor.call("POST", "/api/enrollments", { ...who, fullName: "Asha Rao", course: "psi" });
  await editor.call("POST", "/api/mentorship", { ...who, name: "Meera Iyer", education_level: "Graduate" });
  await editor.call("POST", "/api/contact", { ...who, name: "Kiran Das", message: "When does it begin? ".repeat(40) });
  await editor.call("POST", "/api/notifications", { email: who.email, page: "current-affairs-test" });
});

test("counts everything, and shows what is scheduled first, drafts and leads, with the way to each", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  await dashboard.open("tab=home");
  expect(await entriesOf("Scheduled")).toEqual([
    expect.stringMatching(/^Goes live (today|tomorrow), .*Goes next$/),
    expect.stringMatching(/^Leaves the site .*Leaves$/),
    expect.stringMatching(/^Goes live .*Goes last$/),
  ]);
  expect(await entriesOf("Drafts")).toEqual([expect.stringMatching(/^Half a thoughtYourschanged /)]);
  expect(await entriesOf("Latest leads")).toEqual([
    expect.stringContaining("asha@example.orgSubscribercurrent-affairs-test"),
    expect.stringContaining("Kiran DasMessageWhen does it begin?"),
    expect.stringContaining("Meera IyerApplicationGraduate, pending"),
    expect.stringContaining("Asha RaoEnrollmentPSI"),
  ]);
  const total = async (call: string) => (await editor.request("GET", `${call}?limit=1`)).headers.get("x-total-count");
  for (const [label, call] of [
    ["Total Articles", "/api/articles"],
    ["Video Lectures", "/api/videos"],
    ["Active Enrollments", "/api/enrollments"],
    ["Mentorship Programs", "/api/mentorship"],
    ["Email Subscribers", "/api/admin/notifications"],
  ]) {
    const count = await total(call as string);
    await screen.findByRole("link", { name: `${count} ${label}` });
  }
  expect(screen.getByText("Students").nextElementSibling?.textContent).toBe(await total("/api/enrollments"));
  expect(screen.queryByRole("region", { name: "Failed" })).toBeNull();

  await user.click(
    within(screen.getByRole("region", { name: "Latest leads" })).getByRole("link", { name: "Asha Rao" }),
  );
  await within(await screen.findByRole("dialog", { name: "Asha Rao" })).findByText("asha@example.org");

  await dashboard.leave();
  await dashboard.open("tab=home");
  await press(user, await (await part("Scheduled")).findByRole("link", { name: "Goes next" }));
  await screen.findByRole("heading", { name: "Edit Article" });
  await waitFor(() => expect(value(screen.getByRole("textbox", { name: "Title" }))).toBe("Goes next"));
});

test("counts the leads of a month by day, kind and page, as a table too", async ({ editor, dashboard }) => {
  const from = { path: "/contact-us", after_ms: 60_000 };
  const lead = { name: "From a page", email: "page@example.org", message: "Hello", sent_from: from };
  const { id } = await editor.call<{ id: string }>("POST", "/api/contact", lead);
  await dashboard.open("tab=home");
  const leads = await part("Leads of the last 30 days");
  await leads.findByRole("img", {
    name: "Leads by day. Together: Enrollments 1, Mentorship 1, Messages 2, Subscribers 1.",
  });
  await dashboard.user.click(leads.getByText("Leads by day as a table"));
  const rows = leads.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual(["DayEnrollmentsMentorshipMessagesSubscribers", expect.stringMatching(/^\d+ \w+1121$/)]);
  expect(leads.getByRole("list", { name: "Sent from" }).textContent).toBe("/contact-us1");
  await editor.call("DELETE", `/api/contact/${id}`);
});

test("says how many are scheduled when there are more than it shows", async ({ editor, dashboard }) => {
  const more: Article[] = [];
  for (const hours of [70, 80, 90]) {
    more.push(await write(editor, `In ${hours} hours`, { status: "published", publish_date: later(hours) }));
  }
  await dashboard.open("tab=home");
  await press(dashboard.user, await (await part("Scheduled")).findByRole("link", { name: "All 6" }));
  await screen.findByRole("tab", { name: "Articles", selected: true });
  for (const { id } of more) await editor.call("DELETE", `/api/articles/${id}`);
});

test("shows what others do without a reload, after a minute", async ({ editor, dashboard }) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  await dashboard.open("tab=home");
  await (await part("Latest leads")).findByRole("link", { name: "Asha Rao" });
  const lead = { name: "Just now", email: "now@example.org", message: "Hello" };
  const { id } = await editor.call<{ id: string }>("POST", "/api/contact", lead);
  await vi.advanceTimersByTimeAsync(61_000);
  await (await part("Latest leads")).findByRole("link", { name: "Just now" });
  await editor.call("DELETE", `/api/contact/${id}`);
  vi.useRealTimers();
});

test("stays usable without the counts", async ({ dashboard }) => {
  dashboard.calls.cut("GET", /^\/api\/enrollments\?/);
  await dashboard.visit("/admin/dashboard?tab=home");
  await told("Failed to load data");
  await screen.findByText("The counts could not be loaded");
  expect(untold("Failed to load data")).toEqual([]);
  await dashboard.user.click(screen.getByRole("button", { name: "Enroll Now" }));
  await screen.findByRole("dialog", { name: "Enroll a student" });
});

describe("what failed", () => {
  const since = "2026-01-15T09:30:00Z";
  const json = (value: unknown) =>
    new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });

  test("leads to where it is mended, webhooks for administrators only", async ({ cms, editor, dashboard }) => {
    const failures = [{ path: "/blog/half", reason: "Invalid URL", since }];
    const status = await editor.call<object>("GET", "/api/publish/status");
    dashboard.calls.answer("GET", /^\/api\/publish\/status/, () => json({ ...status, failures, failed_count: 1 }));
    dashboard.calls.answer("GET", /^\/api\/admin\/webhooks/, () => {
      const last_delivery = { state: "failed", error: "it answered 500", last_attempt_at: since };
      return json([{ id: "hook", name: "Mirror", active: true, last_delivery }]);
    });
    await dashboard.open("tab=home");
    const failed = await part("Failed");
    await failed.findByText("It answered 500.");
    await failed.findByRole("link", { name: "Edit the article: /blog/half" });
    await press(dashboard.user, failed.getByRole("link", { name: "Open Publishing: Mirror" }));
    await screen.findByRole("tab", { name: "Publishing", selected: true });

    await dashboard.leave();
    const author = await enlist(cms, editor, { name: "Ravi", email: "ravi@academy.test" });
    await dashboard.open("tab=home", { editor: author });
    await (await part("Failed")).findByText("Invalid URL.");
    await (await part("Drafts")).findByText(administrator.name);
    expect(screen.queryByText("Mirror")).toBeNull();
  });
});
