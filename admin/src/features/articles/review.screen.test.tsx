import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist } from "@/test/people";

// The dashboard of a writer, and the way of an article from a writer to an editor and back.

test("a writer asks for a review, is told what to change, and an editor publishes it", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const writer = await enlist(cms, editor, { name: "Ravi Kumar", email: "ravi@academy.test" });
  const me = await writer.call<{ id: string }>("GET", "/api/auth/me");
  await editor.call("PUT", `/api/admin/users/${me.id}`, { role: "writer" });
  await editor.call("POST", "/api/articles", { title: "Not for writers" });

  await dashboard.open("tab=articles", { editor: writer });
  const tabs = screen.getAllByRole("tab").map(({ textContent }) => textContent);
  expect(tabs).toEqual(["Home", "Articles", "Media", "Trash", "Settings"]);
  await screen.findByText("No articles yet");
  expect(screen.queryByRole("combobox", { name: "Status" })).toBeNull();
  await fill(user, screen.getByRole("textbox", { name: "Title" }), "How monsoons form");
  await user.click(screen.getByRole("button", { name: "Create Article" }));
  await told("Article created successfully");
  await user.click(await screen.findByRole("button", { name: "Ask for review" }));
  await told("An editor will be told");
  await screen.findByText(/^You asked for a review/);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Waiting for review" }).disabled).toBe(true);
  const [article] = await writer.call<{ id: string }[]>("GET", "/api/articles");
  const address = `tab=articles&edit=${article?.id}`;

  await dashboard.leave();
  await dashboard.open("");
  const waiting = within(await screen.findByRole("region", { name: "Reviews" }));
  await user.click(waiting.getByRole("link", { name: "How monsoons form" }));
  await screen.findByText(/^Ravi Kumar asks for a review/);
  await user.click(screen.getByRole("button", { name: "Send back" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send back" }));
  await fill(user, dialog.getByRole("textbox", { name: /What is to be changed/ }), "Name the source.");
  await user.click(dialog.getByRole("button", { name: "Send back" }));
  await told("Sent back");
  await screen.findByText("Name the source.");

  await dashboard.leave();
  await dashboard.open(address, { editor: writer });
  await screen.findByText("Name the source.");
  await user.click(await screen.findByRole("button", { name: "Ask for review" }));
  await screen.findByText(/^You asked for a review/);
  await editor.call("PUT", `/api/articles/${article?.id}`, { status: "published" });

  // A live article changes in its working copy.
  await dashboard.leave();
  await dashboard.open(address, { editor: writer });
  const title = await screen.findByRole("textbox", { name: "Title" });
  await waitFor(() => expect((title as HTMLInputElement).value).toBe("How monsoons form"));
  await fill(user, title, "How the monsoons form");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await screen.findByText("Unpublished changes");
  expect(screen.queryByRole("button", { name: "Publish changes" })).toBeNull();
  expect(await editor.call<object>("GET", `/api/articles/${article?.id}`)).toMatchObject({
    title: "How monsoons form",
  });
});

test("a counsellor sees leads and the own account", async ({ cms, editor, dashboard }) => {
  const counsellor = await enlist(cms, editor, { name: "Tara Sen", email: "tara@academy.test" });
  const me = await counsellor.call<{ id: string }>("GET", "/api/auth/me");
  await editor.call("PUT", `/api/admin/users/${me.id}`, { role: "counsellor" });
  await dashboard.open("", { editor: counsellor });
  await screen.findByRole("region", { name: "Latest leads" });
  expect(screen.queryByRole("status", { name: "Publishing" })).toBeNull();
  await dashboard.leave();
  await dashboard.open("tab=articles", { editor: counsellor });
  await screen.findByText("Your role does not include this");
  await dashboard.leave();
  await dashboard.open("tab=settings", { editor: counsellor });
  const views = within(screen.getByRole("tablist", { name: "Settings" })).getAllByRole("tab");
  expect(views.map(({ textContent }) => textContent)).toEqual(["Account"]);
});
