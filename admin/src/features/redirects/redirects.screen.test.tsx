import type { Editor } from "@academy/shared/test/editor";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, named } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";
import "@/test/uploads";

// Settings, Redirects: added, refused, edited, deleted and imported; those that the site made stay as they are.

const REDIRECTS = "tab=settings&view=redirects";

const redirectOf = async (editor: Editor, path: string) => {
  const all = await editor.call<Record<string, unknown>[]>("GET", "/api/admin/redirects");
  return all.find(({ from }) => from === path);
};

const row = async (from: string) => {
  const cell = await screen.findByText(from, { selector: ".redirect-from" });
  return within(cell.closest("tr") as HTMLElement);
};

test("a redirect is added, edited and deleted", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open(REDIRECTS);
  await user.click(await screen.findByRole("button", { name: "Add redirect" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add redirect" }));
  await fill(user, named("from"), "/old-fees");
  await fill(user, named("to"), "https://fees.academy.test/");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await told("Redirect added");
  await closed("Add redirect");
  expect(await redirectOf(editor, "/old-fees")).toMatchObject({
    to: "https://fees.academy.test/",
    status: 301,
    source: "editor",
  });
  const added = await row("/old-fees");
  added.getByText("301 Permanent");
  added.getByText("By hand");

  await user.click(added.getByRole("button", { name: "Edit /old-fees" }));
  const edit = within(await screen.findByRole("dialog", { name: "Edit redirect" }));
  await user.selectOptions(named("status"), "410");
  expect(edit.queryByLabelText("To")).toBeNull();
  await user.click(edit.getByRole("button", { name: "Save" }));
  await told("Redirect updated");
  expect(await redirectOf(editor, "/old-fees")).toMatchObject({ to: "", status: 410 });
  await closed("Edit redirect");

  await user.click((await row("/old-fees")).getByRole("button", { name: "Delete /old-fees" }));
  await answer(user, "Delete this redirect?", "Delete");
  const deleted = await told("Redirect deleted");
  expect(await redirectOf(editor, "/old-fees")).toBeUndefined();
  await user.click(within(deleted).getByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await redirectOf(editor, "/old-fees")).toMatchObject({ status: 410 }));
});

test("a redirect that is refused says why at its field", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open(REDIRECTS);
  await user.click(await screen.findByRole("button", { name: "Add redirect" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add redirect" }));
  await fill(user, named("from"), "no path");
  await fill(user, named("to"), "/about");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(named("from").getAttribute("aria-invalid")).toBe("true"));
  expect(document.activeElement).toBe(named("from"));
  expect(await redirectOf(editor, "no path")).toBeUndefined();
});

test("a file is imported, and the lines that cannot be used are named", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open(REDIRECTS);
  await user.click(await screen.findByRole("button", { name: "Import CSV" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import redirects" }));
  const choose = async (...lines: string[]) => {
    const input = document.querySelector<HTMLInputElement>('form[aria-label="Import redirects"] input[type="file"]');
    if (!input) throw new Error("there is no input for a file");
    await user.upload(input, new File([["from,to,status", ...lines].join("\n")], "old.csv", { type: "text/csv" }));
    await user.click(dialog.getByRole("button", { name: "Import" }));
  };
  await choose("/from-file,/about,302", "/wrong-status,/about,999");
  await dialog.findByText(/^1 created, 0 skipped, 1 with errors/);
  within(dialog.getByRole("list", { name: "Errors" })).getByText("Line 3:");
  expect(await redirectOf(editor, "/from-file")).toMatchObject({ status: 302, source: "import" });

  await choose("/from-file,/about,302");
  await told(/0 created, 1 skipped/);
  await closed("Import redirects");
  (await row("/from-file")).getByText("Imported");
});

test("those of moved articles are read only, and found by text and source", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const article = { title: "It moves", slug: "before-it-moves", content: "<p>Text</p>", status: "published" };
  const { id } = await editor.call<{ id: string }>("POST", "/api/articles", article);
  await editor.call("PUT", `/api/articles/${id}`, { slug: "after-it-moved" });
  await editor.call("POST", "/api/admin/redirects", { from: "/by-hand", to: "/about", status: 301 });
  await dashboard.open(REDIRECTS);
  const moved = await row("/blog/before-it-moves");
  moved.getByText("Made by the site");
  expect(moved.queryByRole("button")).toBeNull();

  await user.type(screen.getByRole("searchbox", { name: "Search" }), "AFTER-it");
  await waitFor(() => expect(screen.queryByText("/by-hand")).toBeNull());
  await row("/blog/before-it-moves");
  await user.clear(screen.getByRole("searchbox", { name: "Search" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Source" }), "By hand");
  await row("/by-hand");
  expect(screen.queryByText("/blog/before-it-moves")).toBeNull();
});
