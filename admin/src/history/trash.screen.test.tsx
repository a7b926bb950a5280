import type { Editor } from "@academy/shared/test/editor";
import { describe } from "vitest";
import type { Article } from "@/api/types";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, entry, gone, named, value } from "@/test/forms";
import { fill, focused } from "@/test/hands";
import { pressIn, told } from "@/test/messages";
import { enlist } from "@/test/people";
import { upload } from "@/test/uploads";
import { editing } from "@/test/writing";

// What Delete takes away can be had back: at once by Undo, later from the trash. Hide, Unpublish and Restore are undone
// likewise.

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const draft = (editor: Editor, title: string, fields: object = {}) =>
  editor.call<Article>("POST", "/api/articles", { title, content: "<p>Text</p>", ...fields });
const statusOf = async (editor: Editor, { id }: Article) => {
  const answer = await editor.request("GET", `/api/articles/${id}`);
  return answer.ok && ((await answer.json()) as Article).status;
};
const DELETE = "Are you sure you want to delete this article?";

describe("Undo", () => {
  test("has a deleted article back with its address and its status", async ({ cms, editor, dashboard }) => {
    const { user } = dashboard;
    const article = await draft(editor, "Deleted in haste", { status: "published" });
    await dashboard.open("tab=articles");
    await user.click(await button("Delete Deleted in haste"));
    await answer(user, DELETE, "Delete");
    const message = await told("Article deleted");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Edit Deleted in haste" })).toBeNull());
    expect(await statusOf(editor, article)).toBe(false);
    await user.keyboard("{Alt>}t{/Alt}");
    await user.tab();
    await focused(within(message).getByRole("button", { name: "Undo" }));
    await user.keyboard("{Enter}");
    await told("Undone");
    await button("Edit Deleted in haste");
    expect(await statusOf(editor, article)).toBe("published");
    expect((await fetch(`${cms.url}/api/articles/${article.slug}`)).status).toBe(200);
  });

  test("says who has changed it since, and changes nothing", async ({ cms, editor, dashboard }) => {
    const { user } = dashboard;
    const article = await draft(editor, "Two at once", { status: "published" });
    const ravi = await enlist(cms, editor, { name: "Ravi", email: "ravi.undo@academy.test" });
    await dashboard.open(`tab=articles&edit=${article.id}`);
    await editing("Text");
    await user.selectOptions(named("status"), "Archived");
    await user.click(await button("Update Article"));
    const archived = await told("Article updated successfully");
    await ravi.call("PUT", `/api/articles/${article.id}`, { category: "Polity" });
    await user.click(within(archived).getByRole("button", { name: "Undo" }));
    await told("Not undone: Ravi has changed it since");
    expect(await statusOf(editor, article)).toBe("archived");

    // The list shows it as it was before Ravi changed it.
    await user.click(await button("Delete Two at once"));
    await answer(user, DELETE, "Delete");
    expect((await told("Failed to delete article")).textContent).toContain("Somebody else changed this article");
    await user.click(await button("Delete Two at once"));
    await answer(user, DELETE, "Delete");
    const deleted = await told("Article deleted");
    await editor.call("POST", `/api/admin/trash/articles/${article.id}/restore`);
    await user.click(within(deleted).getByRole("button", { name: "Undo" }));
    await told("Not undone: Test Editor has already restored it");
  });

  test("shows a hidden section again, and has a deleted one back", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await editor.call("POST", "/api/admin/sections", { name: "Toppers", type: "toppers", is_visible: true });
    await dashboard.open("tab=sections");
    await user.click(await button("Visible: Hero"));
    await pressIn(user, "Section hidden", "Undo");
    await button("Visible: Hero");
    await user.click(await button("Delete Toppers"));
    await answer(user, 'Are you sure you want to delete "Toppers"?', "Delete");
    await pressIn(user, "Section deleted", "Undo");
    await button("Delete Toppers");
  });

  test("of social links, of what they hide and what is deleted", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=social");
    await user.click(await button("Edit Telegram"));
    const form = within(await screen.findByRole("form", { name: "Edit Telegram" }));
    await user.click(form.getByRole("checkbox", { name: "Active" }));
    await user.click(form.getByRole("button", { name: "Save" }));
    await pressIn(user, "Social media link updated successfully", "Undo");
    await within(await entry("Telegram")).findByText("active");
    await user.click(await button("Delete Telegram"));
    await answer(user, "Are you sure you want to delete this social media link?", "Delete");
    await pressIn(user, "Social media link deleted successfully", "Undo");
    await button("Delete Telegram");
  });

  test("of pages and entries of lists", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await editor.call("POST", "/api/admin/pages", { path: "/undo-fees", title: "Undo fees", status: "published" });
    await dashboard.open("tab=pages");
    await user.click(await button("Delete Undo fees"));
    await answer(user, "Delete the page “Undo fees”?", "Delete");
    await pressIn(user, "Page deleted", "Undo");
    await told("Undone");
    await user.click(await button("Edit Undo fees"));
    const status = () => screen.getByRole("combobox", { name: "Status" });
    await user.selectOptions(await screen.findByRole("combobox", { name: "Status" }), "Draft");
    await user.click(await button("Save Page"));
    await pressIn(user, "Page saved", "Undo");
    await told("Undone");
    await waitFor(() => expect(value(status())).toBe("published"));

    await dashboard.leave();
    await dashboard.open("tab=lists");
    await user.click(await button("Delete PSI"));
    await answer(user, "Delete “PSI”?", "Delete");
    await pressIn(user, "Programme deleted", "Undo");
    await button("Delete PSI");
  });

  test("shows a page of the site again that the settings have hidden", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=settings");
    const hidden = () => screen.getByRole("switch", { name: /^PSI page is hidden/ }) as HTMLInputElement;
    await screen.findByRole("switch", { name: /^PSI page is hidden/ });
    await user.click(hidden());
    await fill(user, screen.getByRole("textbox", { name: "Contact phone" }), "+91 80 3333 3333");
    await user.click(await button("Save Settings"));
    await pressIn(user, "Settings updated successfully", "Undo");
    await told("Undone");
    await waitFor(() => expect(hidden().checked).toBe(false));
    const now = await editor.call<Record<string, unknown>>("GET", "/api/settings");
    expect(now.adhva_vibes_psi_hidden).toBe(false);
    expect(now.contact_phone).not.toContain("3333");
  });
});

describe("the trash", () => {
  const trash = () => screen.findByRole("dialog", { name: "Trash" });

  test("of articles has back, and deletes for good when an administrator says so", async ({
    cms,
    editor,
    dashboard,
  }) => {
    const { user } = dashboard;
    const articles = [];
    for (const title of ["Trash one", "Trash two", "Trash three"]) articles.push(await draft(editor, title));
    for (const { id } of articles) await editor.call("DELETE", `/api/articles/${id}`);
    await dashboard.open("tab=articles");
    await user.click(await button("Trash"));
    const dialog = await trash();
    for (const { title } of articles) {
      const row = await entry(title, dialog);
      expect(row.textContent).toMatch(/Deleted .* by Test Editor/);
      expect(row.textContent).toMatch(/Kept until \d+ \w+ \d{4}/);
    }

    await user.click(within(dialog).getByRole("button", { name: "Restore Trash two" }));
    const restored = await told("Article restored");
    await gone("Trash two", dialog);
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Restore Trash (one|three)$/),
    );
    expect(await statusOf(editor, articles[1] as Article)).toBe("draft");
    await user.click(within(restored).getByRole("button", { name: "Undo" }));
    await entry("Trash two", dialog);
    expect(await statusOf(editor, articles[1] as Article)).toBe(false);

    const question = "Delete “Trash one” for good?";
    await user.click(within(dialog).getByRole("button", { name: "Delete for good Trash one" }));
    await answer(user, question, "Cancel");
    await user.click(within(dialog).getByRole("button", { name: "Delete for good Trash one" }));
    await answer(user, question, "Delete for good");
    await told("Article deleted for good");
    await gone("Trash one", dialog);
    const path = `/api/admin/trash/articles/${articles[0]?.id}/restore`;
    expect((await editor.request("POST", path)).status).toBe(404);

    await dashboard.leave();
    const ravi = await enlist(cms, editor, { name: "Ravi", email: "ravi.trash@academy.test" });
    await dashboard.open("tab=articles", { editor: ravi });
    await user.click(await button("Trash"));
    const theirs = await trash();
    await entry("Trash three", theirs);
    expect(within(theirs).queryByRole("button", { name: /^Delete for good/ })).toBeNull();
    await user.click(within(theirs).getByRole("button", { name: "Restore Trash three" }));
    await told("Article restored");
  });

  test("of everything has a tab of its own, and is narrowed", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const article = await draft(editor, "Among others");
    await editor.call("DELETE", `/api/articles/${article.id}`);
    const feature = await editor.call<{ id: string }>("POST", "/api/admin/features", { title: "A way in" });
    await editor.call("DELETE", `/api/admin/features/${feature.id}`);
    await dashboard.open("tab=trash");
    within(await entry("Among others")).getByText("Article");
    const show = (what: string) => user.selectOptions(screen.getByRole("combobox", { name: "Show" }), what);
    await show("Quick access");
    await gone("Among others");
    await entry("A way in");
    await show("Differentiator");
    await screen.findByText("The trash is empty");
    dashboard.calls.cut("GET", /\/admin\/trash\?/);
    await show("Video");
    await screen.findByText("The trash could not be loaded");
  });

  test("keeps a video's file until it is deleted for good", async ({ cms, editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=videos");
    await upload(user, "A lecture");
    await told("Video uploaded successfully");
    const [video] = await editor.call<[{ id: string; file: string }]>("GET", "/api/videos?limit=1");
    await editor.call("PUT", `/api/videos/${video.id}`, { title: "A longer lecture" });
    await dashboard.leave();
    await dashboard.open("tab=videos");
    await user.click(await button("Edit A longer lecture"));
    const dialog = await screen.findByRole("dialog", { name: "Edit video" });
    await user.click(within(dialog).getByRole("button", { name: "History" }));
    const restore = await within(await screen.findByRole("dialog", { name: "History" })).findByRole("button", {
      name: /^Restore \d/,
    });
    await user.click(restore);
    await told("Version restored");
    await user.keyboard("{Escape}");
    await closed("History");
    await waitFor(() => expect(value(within(dialog).getByRole("textbox", { name: "Title" }))).toBe("A lecture"));
    await user.keyboard("{Escape}");
    await closed("Edit video");

    await user.click(await button("Delete A lecture"));
    await answer(user, "Are you sure you want to delete this video?", "Delete");
    await told("Video deleted");
    expect((await fetch(cms.url + video.file)).status).toBe(200);
    await user.click(await button("Trash"));
    await user.click(await button("Delete for good A lecture"));
    await answer(user, "Delete “A lecture” for good?", "Delete for good");
    await within(await trash()).findByText("The trash is empty");
  });
});
