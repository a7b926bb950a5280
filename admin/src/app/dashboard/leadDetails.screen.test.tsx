import type { Editor } from "@academy/shared/test/editor";
import { student } from "@academy/shared/test/leads";
import { describe, vi } from "vitest";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { textOf } from "@/test/files";
import { closed, set, value } from "@/test/forms";
import { focused, press } from "@/test/hands";
import { told } from "@/test/messages";

// Each list of leads has something of its own: all that was filled in, a status, links and files.

describe("enrollments", () => {
  const enrol = (editor: Editor, name: string) =>
    editor.call<{ id: string }>("POST", "/api/enrollments", { ...student, fullName: name, email: "a@example.org" });
  const open = () => new URLSearchParams(window.location.search).get("open");

  test("a row opens all that was filled in, by mouse and by keyboard", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await enrol(editor, "Asha Rao");
    await enrol(editor, "Meera Iyer");
    await dashboard.open("tab=enrollments");
    await press(user, await screen.findByRole("button", { name: "Asha Rao" }));
    const drawer = within(await screen.findByRole("dialog", { name: "Asha Rao" }));
    await drawer.findByText("4 Temple Road");
    expect(drawer.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "Asha Rao",
      "a@example.org",
      "+919876543210",
      "17 May 2001",
      "UPSC Mains",
      "Evening (6-10 PM)",
      "1 Dec 2026",
      "4 Temple Road",
      "Mysuru",
      "Karnataka",
      "570001",
      "UPI",
      "₹12,500",
    ]);
    expect(drawer.getByRole("link", { name: "a@example.org" }).getAttribute("href")).toBe("mailto:a@example.org");
    expect(open()).toBeTruthy();
    await user.keyboard("{Escape}");
    await closed("Asha Rao");
    await focused(() => screen.queryByRole("button", { name: "Asha Rao" }));
    expect(open()).toBeNull();

    // Anywhere in the row but on a link.
    const row = within(screen.getByRole("button", { name: "Meera Iyer" }).closest("tr") as HTMLElement);
    await user.click(row.getByText("UPSC Mains"));
    await screen.findByRole("dialog", { name: "Meera Iyer" });
    window.history.back();
    await closed("Meera Iyer");
  });

  test("an enrolment has an address, and is deleted where it is read", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const { id } = await enrol(editor, "Goes Again");
    await dashboard.open(`tab=enrollments&open=${id}`);
    const drawer = within(await screen.findByRole("dialog", { name: "Goes Again" }));
    const remove = await drawer.findByRole("button", { name: "Delete" });
    await user.click(remove);
    const asks = /^Delete the enrollment of Goes Again from \d{1,2} \w+ \d{4}\?$/;
    await focused(within(await screen.findByRole("dialog", { name: asks })).getByRole("button", { name: "Cancel" }));
    await user.keyboard("{Escape}");
    await closed(asks);
    drawer.getByText("4 Temple Road");
    await user.click(remove);
    await answer(user, asks, "Delete");
    await told("Enrollment deleted");
    await closed("Goes Again");
    await dashboard.leave();
    await dashboard.open(`tab=enrollments&open=${id}`);
    await screen.findByText("This enrollment no longer exists");
  });
});

interface Application {
  status: string;
}

describe("mentorship", () => {
  const apply = (editor: Editor, name: string) =>
    editor.call<{ id: string }>("POST", "/api/mentorship", { name, email: "m@example.org", phone: "+919876543210" });
  const status = (name: string) => screen.findByRole("combobox", { name: `Status of ${name}` });
  const stored = async (editor: Editor, name: string) => {
    const found = await editor.call<Application[]>("GET", `/api/mentorship?q=${encodeURIComponent(name)}`);
    return found[0]?.status;
  };

  test("a status is stored, the last of several changes in a row, and taken back when the call is cut", async ({
    editor,
    dashboard,
  }) => {
    await apply(editor, "Decided Once");
    await apply(editor, "Decided Often");
    await apply(editor, "Cut Off");
    await dashboard.open("tab=mentorship");
    set(await status("Decided Once"), "approved");
    for (const one of ["approved", "rejected", "approved", "rejected"]) set(await status("Decided Often"), one);
    expect(value(await status("Decided Often"))).toBe("rejected");
    // One after the other, each once the one before is stored.
    const sent = () =>
      dashboard.calls.of("PUT", /^\/api\/mentorship\//).map(({ body }) => (body as Application).status);
    await waitFor(() => expect(sent()).toEqual(["approved", "approved", "rejected", "approved", "rejected"]));
    await waitFor(async () => expect(await stored(editor, "Decided Often")).toBe("rejected"));
    expect(await stored(editor, "Decided Once")).toBe("approved");
    expect(value(await status("Decided Often"))).toBe("rejected");

    let fail = () => {};
    const failed = new Promise<never>((_, reject) => {
      fail = () => reject(new TypeError("fetch failed"));
    });
    dashboard.calls.answer("PUT", /^\/api\/mentorship\//, () => failed);
    set(await status("Cut Off"), "rejected");
    await waitFor(async () => expect(value(await status("Cut Off"))).toBe("rejected"));
    fail();
    await told("Failed to update status");
    await waitFor(async () => expect(value(await status("Cut Off"))).toBe("pending"));
    expect(await stored(editor, "Cut Off")).toBe("pending");

    await dashboard.leave();
    await dashboard.open("tab=mentorship");
    expect(value(await status("Decided Once"))).toBe("approved");
  });
});

describe("contacts", () => {
  test("a card has links, and the table is saved with formulas disarmed", async ({ editor, dashboard }) => {
    const write = (name: string, more: object) =>
      editor.call("POST", "/api/contact", { name, message: "Hello", ...more });
    await write("Kiran Das", { email: "kiran@example.org", phone: "+919876543210" });
    await write("=SUM(1)", { email: "sums@example.org" });
    await dashboard.open("tab=contacts");
    const links = async (name: string) => {
      const card = within(await screen.findByRole("article", { name: `Message from ${name}` }));
      return card.getAllByRole("link").map((link) => link.getAttribute("href"));
    };
    expect(await links("Kiran Das")).toEqual([
      "mailto:kiran@example.org",
      "tel:+919876543210",
      "https://wa.me/919876543210",
    ]);
    expect(await links("=SUM(1)")).toEqual(["mailto:sums@example.org"]);

    await dashboard.user.click(screen.getByRole("button", { name: "Export CSV" }));
    await told("Exported to contact.csv");
    const csv = await textOf(dashboard.downloads[0]?.content);
    expect(csv.startsWith("\ufeffid,name,email,phone,message,created_at,lead_status,")).toBe(true);
    expect(csv).toContain(",'=SUM(1),sums@example.org,");
    expect(csv).toContain(",Kiran Das,");
  });
});

describe("notifications", () => {
  test.beforeAll(async ({ editor }) => {
    const subscribe = (email: string, page: string, more: object = {}) =>
      editor.call("POST", "/api/notifications", { email, page, ...more });
    await subscribe("asha@example.org", "current-affairs-test", { source: "=1+1" });
    await subscribe("meera@example.org", "videos");
    await subscribe("asha@example.org", "videos");
  });

  test("counts, table and file have everybody, and Copy All every address once", async ({ editor, dashboard }) => {
    const { user, downloads } = dashboard;
    const all = await editor.call<{ email: string; page: string }[]>("GET", "/api/admin/notifications?limit=1000");
    const emails = [...new Set(all.map(({ email }) => email))];
    await dashboard.open("tab=notifications");
    const tests = all.filter(({ page }) => page === "current-affairs-test").length;
    await waitFor(() =>
      expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual(
        [all.length, emails.length, tests].map(String),
      ),
    );
    await screen.findByRole("row", { name: /^Select meera@example\.org meera@example\.org videos N\/A/ });

    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    await told("Email list exported successfully!");
    expect(downloads[0]?.name).toMatch(/^notifications-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await textOf(downloads[0]?.content)).split("\r\n");
    expect(lines).toHaveLength(all.length + 2);
    expect(lines[0]).toBe("\ufeffEmail,Page,Source,Date");
    expect(lines[1]).toContain("asha@example.org,videos,N/A,");
    expect(lines[3]).toContain("asha@example.org,current-affairs-test,'=1+1,");

    await user.click(screen.getByRole("button", { name: "Copy All" }));
    await told("All emails copied to clipboard!");
    expect(await navigator.clipboard.readText()).toBe(emails.join(", "));

    // The browser does not let the page copy.
    vi.spyOn(navigator.clipboard, "write").mockRejectedValue(new DOMException("no", "NotAllowedError"));
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no", "NotAllowedError"));
    await user.click(screen.getByRole("button", { name: "Copy All" }));
    await told("The browser does not let this page copy. Use Export CSV instead.");
  });

  test("what cannot be fetched is neither saved nor copied", async ({ dashboard }) => {
    await dashboard.open("tab=notifications");
    await screen.findByRole("row", { name: /^Select meera@example\.org/ });
    dashboard.calls.cut("GET", /^\/api\/admin\/notifications\?.*limit=1000/);
    await dashboard.user.click(screen.getByRole("button", { name: "Export CSV" }));
    await told("Failed to export");
    await dashboard.user.click(screen.getByRole("button", { name: "Copy All" }));
    await told("Failed to load data");
    expect(dashboard.downloads).toEqual([]);
  });
});
