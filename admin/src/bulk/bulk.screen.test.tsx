import type { Editor } from "@academy/shared/test/editor";
import type { Article } from "@/api/types";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { fill, focused } from "@/test/hands";
import { pressIn, told } from "@/test/messages";

// Several entries of a list at once: publishing, withdrawing, a category, tags, the trash; and taking that back.

const write = (editor: Editor, title: string, fields: Partial<Article> = {}) =>
  editor.call<Article>("POST", "/api/articles", { title, content: "<p>Text</p>", ...fields });
const read = (editor: Editor, { id }: Article) => editor.call<Article>("GET", `/api/articles/${id}`);
const box = (title: string) => screen.findByRole("checkbox", { name: `Select ${title}` });
const isChecked = async (title: string) => ((await box(title)) as HTMLInputElement).checked;
const allFocused = () => focused(() => screen.queryByRole("checkbox", { name: "Select all" }));
const bar = () => within(screen.getByRole("group", { name: "With the selected" }));

test("publishes and withdraws what is selected, and undoes it; what somebody else has changed is named and stays", async ({
  editor,
  dashboard,
}) => {
  const { user, calls } = dashboard;
  const [one, two, three] = [
    await write(editor, "Bulk one"),
    await write(editor, "Bulk two"),
    await write(editor, "Bulk three"),
  ];
  await dashboard.open("tab=articles");
  await fill(user, await screen.findByRole("searchbox", { name: "Search" }), "bulk");
  await screen.findByText("3 matching articles");
  // All between two of them, by keyboard.
  (await box("Bulk three")).focus();
  await user.keyboard(" ");
  (await box("Bulk one")).focus();
  await user.keyboard("{Shift>} {/Shift}");
  await screen.findByText("3 selected");

  await editor.call("PUT", `/api/articles/${two.id}`, { excerpt: "Theirs" });
  await user.click(bar().getByRole("button", { name: "Publish" }));
  const message = await told("2 articles published");
  const notice = await screen.findByText("1 article not published:");
  expect(notice.closest("[role=alert]")?.textContent).toContain("“Bulk two”: Somebody else has changed it.");
  expect([await isChecked("Bulk one"), await isChecked("Bulk two")]).toEqual([false, true]);
  await allFocused();
  expect((await read(editor, two)).status).toBe("draft");
  for (const { headers } of calls.of("PUT", /^\/api\/articles\//)) expect(headers.get("If-Match")).toBeTruthy();

  // Undo gives back the status alone, and only where nobody has changed the article since.
  await editor.call("PUT", `/api/articles/${three.id}`, { excerpt: "Later" });
  await user.click(within(message).getByRole("button", { name: "Undo" }));
  expect((await told("Not undone: “Bulk three”")).textContent).toMatch(/ has changed it since\. It was changed at /);
  expect(await read(editor, one)).toMatchObject({ status: "draft" });
  expect(await read(editor, three)).toMatchObject({ status: "published", excerpt: "Later" });

  await user.click(within(notice.closest("[role=alert]") as HTMLElement).getByRole("button", { name: "Dismiss" }));
  await allFocused();
  await user.click(bar().getByRole("button", { name: "Clear" }));
  expect(await isChecked("Bulk two")).toBe(false);
  await allFocused();
  await user.click(await box("Bulk three"));
  await user.click(bar().getByRole("button", { name: "Withdraw" }));
  await pressIn(user, "1 article withdrawn", "Undo");
  await told("Undone");
  expect((await read(editor, three)).status).toBe("published");
  await allFocused();
});

test("sets a category, adds and removes a tag, and keeps unpublished changes from going live unread", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const one = await write(editor, "Sorted one", { tags: ["kept"], category: "Old" });
  const two = await write(editor, "Sorted two");
  await dashboard.open("tab=articles");
  await fill(user, await screen.findByRole("searchbox", { name: "Search" }), "sorted");
  await screen.findByText("2 matching articles");
  const act = async (button: string, value: string, how: string) => {
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await user.click(bar().getByRole("button", { name: button }));
    const dialog = within(await screen.findByRole("dialog", { name: button }));
    await fill(user, dialog.getByRole("combobox", { name: button }), value);
    await user.click(dialog.getByRole("button", { name: how }));
  };
  await act("Category", "Polity", "Set category");
  await pressIn(user, "2 articles moved to “Polity”", "Undo");
  await told("Undone");
  expect([(await read(editor, one)).category, (await read(editor, two)).category]).toEqual(["Old", ""]);
  await act("Tag", "ncert, prelims", "Add tag");
  await told("2 articles tagged “ncert”, “prelims”");
  expect((await read(editor, one)).tags).toEqual(["kept", "ncert", "prelims"]);
  await act("Tag", "kept", "Remove tag");
  await told("1 article without the tag “kept”");
  expect((await read(editor, one)).tags).toEqual(["ncert", "prelims"]);
  await act("Tag", "ncert, prelims", "Remove tag");
  await told("2 articles without the tags “ncert”, “prelims”");

  // The text stays while an article has not got it.
  await editor.call("PUT", `/api/articles/${two.id}`, { excerpt: "Theirs" });
  await act("Category", "Geography", "Set category");
  await told("1 article moved to “Geography”");
  await user.click(bar().getByRole("button", { name: "Category" }));
  expect(await screen.findByRole("combobox", { name: "Category" })).toHaveProperty("value", "Geography");

  await editor.call("PUT", `/api/articles/${one.id}/working-copy`, { title: "Sorted one, unread" });
  await dashboard.leave();
  await dashboard.open("tab=articles");
  await user.click(await box("Sorted one"));
  await user.click(bar().getByRole("button", { name: "Publish" }));
  await screen.findByText(/It has unpublished changes\. Open it to publish them\./);
  expect((await read(editor, one)).status).toBe("draft");
});

test("moves pages and articles to the trash after a question, and has them back", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  for (const path of ["/bulk-a", "/bulk-b"]) await editor.call("POST", "/api/admin/pages", { path, title: path });
  await dashboard.open("tab=pages");
  await user.click(await box("/bulk-a"));
  await user.click(await box("/bulk-b"));
  await user.click(bar().getByRole("button", { name: "Move to trash" }));
  await answer(user, "Move 2 pages to the trash?", "Move to trash");
  const message = await told("2 pages moved to the trash");
  await waitFor(() => expect(screen.queryByRole("checkbox", { name: "Select /bulk-a" })).toBeNull());
  await user.click(within(message).getByRole("button", { name: "Undo" }));
  await told("Undone");
  await box("/bulk-a");
  await box("/bulk-b");
});
