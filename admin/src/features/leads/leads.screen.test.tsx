import { describe } from "vitest";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { set, value } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";

// The work of the staff with leads of every kind.

interface Stored {
  id: string;
  revision: number;
  lead_status: string;
  assigned_to: string;
  call_back_on: string;
  notes: { text: string }[];
}

test("a lead is taken, noted, called back and enrolled, and what somebody else changed meanwhile stays", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const who = { name: "Meera Iyer", email: "meera@example.org", phone: "+919876543210" };
  const { id } = await editor.call<{ id: string }>("POST", "/api/contact", { ...who, message: "When does it begin?" });
  await editor.call("POST", "/api/notifications", { email: who.email, page: "videos" });
  const stored = () => editor.call<Stored>("GET", `/api/admin/leads/contact/${id}`);
  await dashboard.open("tab=leads");
  const row = (await screen.findByRole("button", { name: "Meera Iyer" })).closest("tr") as HTMLElement;
  await user.click(within(row).getByRole("button", { name: "Take it: Meera Iyer" }));
  await within(row).findByText("You");
  await user.click(within(row).getByRole("button", { name: "Meera Iyer" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Meera Iyer" }));
  const links = await drawer.findAllByRole("link", { name: /Meera Iyer$/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "tel:+919876543210",
    "https://wa.me/919876543210",
    "mailto:meera@example.org",
  ]);
  await drawer.findByRole("link", { name: "meera@example.org: Subscriber, videos" });

  const note = drawer.getByRole("textbox", { name: "Note" });
  await fill(user, note, "Wants the evening batch.");
  // Closing the lead does not lose what is being written.
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(await screen.findByRole("button", { name: "Meera Iyer" }));
  const again = within(await screen.findByRole("dialog", { name: "Meera Iyer" }));
  expect(value(await again.findByRole("textbox", { name: "Note" }))).toBe("Wants the evening batch.");
  await user.click(again.getByRole("button", { name: "Add note" }));
  await again.findByText("Wants the evening batch.", { selector: ".lead-notes p" });
  set(again.getByLabelText("Call back on"), "2020-05-02");
  await again.findByText("Call back was due 2 May 2020");
  await again.findByText(/^Call back on 2 May 2020/);

  const { revision } = await stored();
  await editor.request("PUT", `/api/admin/leads/contact/${id}`, { assigned_to: "" });
  set(again.getByRole("combobox", { name: "Lead status of Meera Iyer" }), "closed");
  await told("Failed to change the status");
  expect(await stored()).toMatchObject({ revision: revision + 1, lead_status: "new", assigned_to: "" });
  await again.findByRole("button", { name: "Take it: Meera Iyer" });
  set(again.getByRole("combobox", { name: "Lead status of Meera Iyer" }), "enrolled");
  await again.findByText(/^Status: New → Enrolled/);
  expect(await stored()).toMatchObject({ lead_status: "enrolled", call_back_on: "" });
});

describe("several leads", () => {
  test("are set at once, and one that is gone is named", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const ids: string[] = [];
    for (const name of ["Kiran Das", "Latha Rao"]) {
      const form = { name, email: "several@example.org", phone: "+919876543299", education_level: "Graduate" };
      ids.push((await editor.call<{ id: string }>("POST", "/api/mentorship", form)).id);
    }
    await dashboard.open("tab=mentorship");
    await user.click(await screen.findByRole("checkbox", { name: "Select Kiran Das" }));
    await user.click(screen.getByRole("checkbox", { name: "Select Latha Rao" }));
    await editor.call("DELETE", `/api/mentorship/${ids[0]}`);
    set(screen.getByRole("combobox", { name: "Set status" }), "contacted");
    await told("1 lead set to Contacted");
    await screen.findByText("There is no such application.", { exact: false });
    const status = await screen.findByRole("combobox", { name: "Lead status of Latha Rao" });
    await waitFor(() => expect(value(status)).toBe("contacted"));
  });

  test("stand on a board, where a card is moved by its menu", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const { id } = await editor.call<{ id: string }>("POST", "/api/contact", {
      ...{ name: "Ravi Kumar", email: "ravi@example.org", message: "Hello" },
    });
    await dashboard.open("tab=contacts");
    await user.click(await screen.findByRole("button", { name: "Board" }));
    const column = async (name: RegExp) => within(await screen.findByRole("region", { name }));
    const card = await (await column(/^New/)).findByRole("button", { name: "Move Ravi Kumar to…" });
    await user.click(card);
    await user.click(await screen.findByRole("menuitem", { name: "Contacted" }));
    await (await column(/^Contacted/)).findByRole("button", { name: "Ravi Kumar" });
    await waitFor(async () =>
      expect(await editor.call<Stored>("GET", `/api/admin/leads/contact/${id}`)).toMatchObject({
        lead_status: "contacted",
      }),
    );
  });
});
