import { administrator } from "@academy/shared/test/editor";
import { invite } from "@academy/shared/test/people";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { fill } from "@/test/hands";

// The audit log.

const AUDIT = "tab=settings&view=audit";
const rows = async () =>
  within(await screen.findByRole("table", { name: "Audit log" }))
    .getAllByRole("row")
    .slice(1);
/** Waits until the row at this place, counted from 0, says these words. */
const says = (at: number, words: string | RegExp) =>
  waitFor(async () => expect((await rows())[at]?.textContent).toEqual(expect.stringMatching(words)));
const search = () => screen.getByRole("searchbox", { name: "Search" });

test("shows who did what, and is searched, narrowed, sorted and paged", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const { id } = await editor.call<{ id: string }>("POST", "/api/articles", { title: "Seen", content: "<p>x</p>" });
  for (let count = 0; count < 55; count++) await editor.call("PUT", "/api/settings", {});
  await invite(editor, { email: "seen@academy.test" });
  await dashboard.open(AUDIT);
  await waitFor(async () => expect(await rows()).toHaveLength(50));
  await says(0, `${administrator.name} invited seen@academy.test.*127.0.0.1`);
  await user.click(screen.getByRole("button", { name: "next page" }));
  await waitFor(async () =>
    expect((await rows()).map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining(`${administrator.name} created the article Seen`),
    ),
  );
  await fill(user, search(), id);
  await screen.findByText("1 found");
  const link = screen.getByRole("link", { name: "Seen" });
  expect(link.getAttribute("href")).toBe(`/admin/dashboard?tab=articles&edit=${id}`);

  await dashboard.leave();
  await dashboard.open(AUDIT);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Show" }), "sign-in");
  await user.click(screen.getByRole("button", { name: "When" }));
  // The first thing that ever happened: the account that could not sign in, and then was made.
  await says(0, /Somebody failed to sign in as e\*\*\*@academy\.test/);
  await says(1, `${administrator.name} created an account`);
  await fill(user, search(), "nobody did this");
  await screen.findByText("Nothing found");
});

test("names fields as the forms do, and nothing internal", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const { id } = await editor.call<{ id: string }>("POST", "/api/articles", { title: "First", content: "<p>x</p>" });
  await editor.call("PUT", `/api/articles/${id}`, { title: "Second", publish_date: "2030-01-01T00:00:00Z" });
  await editor.call("DELETE", `/api/articles/${id}`);
  await editor.call("PUT", "/api/settings", { blog_show_coming_soon: true, site_description: "Another one" });
  await editor.call("PUT", "/api/settings", { blog_show_coming_soon: false });
  await dashboard.open(AUDIT);
  await says(1, "Blog shows Coming Soon");
  const whole = (await rows()).map(({ textContent }) => textContent);
  expect(whole.length).toBeGreaterThan(5);
  expect(whole.join("\n")).not.toMatch(/\b(hash|expires|tries|token|generation|revision|secret|[0-9a-f]{24})\b/i);
  await fill(user, search(), id);
  await screen.findByText("3 found");
  await says(0, "deleted the article Second");
  await says(1, "changed the article SecondPublish date");
  await says(2, "created the article First");
});
