import type { Editor } from "@academy/shared/test/editor";
import { FORMATS } from "@academy/shared/test/formats";
import { describe } from "vitest";
import type { Article } from "@/api/types";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, entry, named, set, value } from "@/test/forms";
import { fill } from "@/test/hands";
import { pressIn, told } from "@/test/messages";
import { editing, write, written } from "@/test/writing";

// Writing, listing and deleting articles, from the screen to the store.

const draft = (editor: Editor, fields: Partial<Article>) =>
  editor.call<Article>("POST", "/api/articles", { content: "<p>Text</p>", status: "draft", ...fields });
const stored = (editor: Editor, id: string) => editor.call<Article>("GET", `/api/articles/${id}`);
const title = () => named("title");
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const WRITTEN = /^\/api\/articles(\/[^/?]+)?$/;
/** The stored HTML, in one of the two ways in which the server may spell it. */
const spelled = (html: string) => html.replaceAll("/>", ">").replaceAll("&#34;", '"').replaceAll("\u00a0", "&nbsp;");
const COPY = /\/working-copy(\?|$)/;

describe("the list", () => {
  const titles = () =>
    within(screen.getByRole("region", { name: "All Articles" }))
      .queryAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent);

  test("is searched, narrowed, sorted and paged by the server", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    for (let number = 10; number < 55; number++) await draft(editor, { title: `Needle ${number}` });
    await dashboard.open("tab=articles");
    await fill(user, await screen.findByRole("searchbox", { name: "Search" }), "needle");
    await screen.findByText("45 matching articles");
    expect(titles()).toHaveLength(20);
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort" }), "Title, A to Z");
    await waitFor(() => expect(titles()[0]).toBe("Needle 10"));
    for (const first of ["Needle 30", "Needle 50"]) {
      await user.click(screen.getByRole("button", { name: "next page" }));
      await waitFor(() => expect(titles()[0]).toBe(first));
    }
    expect(titles()).toEqual([50, 51, 52, 53, 54].map((number) => `Needle ${number}`));
    await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Published");
    await screen.findByText("No articles found");
  });
});

describe("the form", () => {
  test("opens by ?edit=, is cancelled, updates and deletes", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const made = await draft(editor, { title: "Edited by address" });
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await screen.findByText(`/blog/${made.slug}`);
    await editing("Text");
    await fill(user, named("tags"), " polity, , prelims ,");
    await user.click(await button("Update Article"));
    await told("Article updated successfully");
    await button("Create Article");
    expect((await stored(editor, made.id)).tags).toEqual(["polity", "prelims"]);

    await user.click(await button("Edit Edited by address"));
    await user.click(await button("Cancel"));
    await button("Create Article");
    await user.click(await button("Delete Edited by address"));
    await answer(user, "Are you sure you want to delete this article?", "Delete");
    await told("Article deleted");
    expect((await editor.request("GET", `/api/articles/${made.id}`)).status).toBe(404);
  });

  test("an address is written, spelt by the server, and made from the title again", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const made = await draft(editor, { title: "Written address" });
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await screen.findByText(`/blog/${made.slug}`);
    for (const [address, slug] of [
      ["தமிழ்", "tamil"],
      ["", made.slug],
    ] as const) {
      await fill(user, named("slug"), address);
      await user.click(await button("Update Article"));
      await told("Article updated successfully");
      expect((await stored(editor, made.id)).slug).toBe(slug);
      await user.click(await button("Edit Written address"));
      await waitFor(() => expect(named("slug")).toHaveProperty("value", slug));
    }
  });

  test.for(["Create Article", "Update Article"])(
    "typed on while %s is answered, loses nothing",
    async (save, { editor, dashboard }) => {
      const creates = save === "Create Article";
      const made = await draft(editor, { title: "Slow line" });
      const { user } = dashboard;
      await dashboard.open(creates ? "tab=articles" : `tab=articles&edit=${made.id}`);
      const method = creates ? "POST" : "PUT";
      const { release } = dashboard.calls.hold(method, WRITTEN);
      await button(save);
      await fill(user, title(), "Sent over a slow line");
      await user.click(await button(save));
      await waitFor(() => expect(dashboard.calls.of(method, WRITTEN)).toHaveLength(1));
      // On this device alone, else it would be saved as a draft by itself.
      dashboard.calls.cut("PUT", COPY);
      const field = title();
      await fill(user, field, "Typed meanwhile");
      field.setSelectionRange(5, 5);
      release();
      await told(creates ? "Article created successfully" : "Article updated successfully");
      await screen.findByText(/^Unsaved changes, kept on this device/);
      await button("Update Article");
      expect([document.activeElement, field.selectionStart]).toEqual([field, 5]);
      await user.keyboard(", and after,");
      expect(value(title())).toBe("Typed, and after, meanwhile");
      expect(screen.queryByText(/were restored from/)).toBeNull();
    },
  );

  test("saves what was typed while it was saved, when Ctrl+S is pressed meanwhile", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const { id } = await draft(editor, { title: "Saved twice" });
    await dashboard.open(`tab=articles&edit=${id}`);
    const { release } = dashboard.calls.hold("PUT", WRITTEN);
    await button("Update Article");
    await fill(user, title(), "Typed first");
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(dashboard.calls.of("PUT", WRITTEN)).toHaveLength(1));
    await fill(user, title(), "Typed meanwhile");
    await user.keyboard("{Control>}s{/Control}");
    release();
    await waitFor(async () => {
      expect((await editor.call<Article>("GET", `/api/articles/${id}`)).title).toBe("Typed meanwhile");
    });
    expect(dashboard.calls.of("PUT", WRITTEN)).toHaveLength(2);
  });

  test("goes on with an article that it has created, until a new one is asked for", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await button("Create Article");
    await fill(user, title(), "Created and gone on with");
    const { root } = await editing();
    await write("Text");
    await user.click(await button("Create Article"));
    await told("Article created successfully");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Update Article"));
    await write(" and more");
    expect([(await editing()).root, value(title())]).toEqual([root, "Created and gone on with"]);
    await user.click(await button("Update Article"));
    await told("Article updated successfully");
    const { id } = await editor.call<Article>("GET", "/api/articles/created-and-gone-on-with");
    expect((await stored(editor, id)).content).toBe("<p>Text and more</p>");

    await waitFor(() => expect(value(title())).toBe(""));
    await fill(user, title(), "Created and left");
    await user.click(await button("Create Article"));
    await told("Article created successfully");
    await user.click(await button("New Article"));
    await button("Create Article");
    expect(value(title())).toBe("");
  });

  test("that somebody goes on writing in stays when its update is answered", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const made = await draft(editor, { title: "Under the hands" });
    await dashboard.open(`tab=articles&edit=${made.id}`);
    const { release } = dashboard.calls.hold("PUT", WRITTEN);
    await user.click(await button("Update Article"));
    await user.click(title());
    release();
    await told("Article updated successfully");
    await user.keyboard("{End}, still");
    expect(value(title())).toBe("Under the hands, still");
    await button("Update Article");
  });

  test("saved by two: the second is told, reloads, and still has both versions", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const made = await draft(editor, { title: "Two pens" });
    const query = `tab=articles&edit=${made.id}`;
    await dashboard.open(query);
    await button("Update Article");
    await fill(user, title(), "Two pens, mine");
    await editor.call("PUT", `/api/articles/${made.id}`, { title: "Two pens, theirs" });
    await user.click(await button("Update Article"));
    const CONFLICT = "Someone else saved this article";
    await user.click(
      within(await screen.findByRole("dialog", { name: CONFLICT })).getByRole("button", { name: "Reload" }),
    );
    await waitFor(() => expect(value(title())).toBe("Two pens, theirs"));
    await dashboard.leave();
    await dashboard.open(query);
    await user.click(await button("Use my version"));
    expect(value(title())).toBe("Two pens, mine");

    await editor.call("PUT", `/api/articles/${made.id}`, { title: "Two pens, theirs again" });
    await user.click(await button("Update Article"));
    await user.click(
      within(await screen.findByRole("dialog", { name: CONFLICT })).getByRole("button", { name: "Overwrite" }),
    );
    await told("Article updated successfully");
    expect((await stored(editor, made.id)).title).toBe("Two pens, mine");
  });

  test("says what it will do, by status and dates, and offers a view of what visitors see", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await button("Create Article");
    await fill(user, title(), "On the way");
    await screen.findByText("Stays a draft.");
    await user.selectOptions(named("status"), "Published");
    await screen.findByText("Goes live at once.");
    await screen.findByText(/The article is public as soon as it is saved\.$/);
    await screen.findByText(/Empty: stays on the site once published\.$/);
    set(named("publish_date"), "2036-08-01T06:00");
    await screen.findByText(/The article goes live automatically at that time\.$/);
    await screen.findByText("Goes live on 1 Aug 2036, 06:00.");
    await user.click(await button("Create Article"));
    expect(within(await told("Article created successfully")).queryByRole("link")).toBeNull();
    const row = await entry("On the way");
    await within(row).findByText("scheduled");
    within(row).getByText("Goes live 1 Aug 2036, 06:00");

    await user.click(within(row).getByRole("button", { name: "Edit On the way" }));
    await screen.findByText("/blog/on-the-way");
    set(named("publish_date"), "");
    await user.click(await button("Update Article"));
    const view = within(await told("Article updated successfully")).getByRole("link", { name: "View" });
    expect(view.getAttribute("href")).toBe("/blog/on-the-way");
    await within(await entry("On the way")).findByText("published");
    await user.click(await button("Edit On the way"));
    await screen.findByText("The changes go live at once.");
    await user.selectOptions(named("status"), "Archived");
    await screen.findByText("Takes it off the site.");
  });

  test("has an article end by itself, and says that the end comes after the beginning", async ({
    editor,
    dashboard,
  }) => {
    const { user } = dashboard;
    const made = await draft(editor, { title: "Offer of the week", status: "published", publish_date: "2026-01-01" });
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await button("Update Article");
    const end = () => named("unpublish_date");
    set(end(), "2036-12-03T10:00");
    await screen.findByText(/The article leaves the site automatically at that time\.$/);
    await user.click(title());
    await user.keyboard("{Control>}s{/Control}");
    await told("Article updated successfully");
    await fill(user, screen.getByRole("searchbox", { name: "Search" }), "offer of the week");
    await within(await entry("Offer of the week")).findByText("Published until 3 Dec 2036, 10:00");

    set(end(), "2025-12-30T12:00");
    await screen.findByText(/Choose a time after the publish date\.$/);
    await user.click(await button("Update Article"));
    await screen.findByText("Give an unpublish date after the publish date, or none.");
    await user.click(await button("Cancel"));
    await answer(user, "Discard your changes to this article?", "Discard changes");

    await editor.call("PUT", `/api/articles/${made.id}`, { unpublish_date: "2026-02-01T12:00:00Z" });
    await dashboard.leave();
    await dashboard.open("tab=articles");
    await fill(user, await screen.findByRole("searchbox", { name: "Search" }), "offer of the week");
    await within(await entry("Offer of the week")).findByText(/^Ended 1 Feb 2026/);
    expect(screen.queryByRole("link", { name: "View Offer of the week" })).toBeNull();
  });

  test("kept on the device alone survives a closed tab, and is discarded when one says so", async ({ dashboard }) => {
    const { user } = dashboard;
    // The server has not got it, whatever the tab still sends while it is closed.
    dashboard.calls.cut("PUT", COPY);
    await dashboard.open("tab=articles");
    await button("Create Article");
    await fill(user, title(), "Half an idea");
    await write("Not finished");
    await screen.findByText(/^Unsaved changes, kept on this device/);
    await dashboard.leave();
    await dashboard.open("tab=articles");
    await screen.findByText(/Unsaved changes from .* were restored from this device/);
    expect(value(title())).toBe("Half an idea");
    await editing("Not finished");
    const question = "Discard unsaved changes?";
    await user.click(await button("Discard them"));
    await answer(user, question, "Keep changes");
    await editing("Not finished");
    await user.click(await button("Discard them"));
    await answer(user, question, "Discard changes");
    await waitFor(() => expect(written()).toBe(""));
    await waitFor(() => expect(document.activeElement).toBe(title()));
  });

  test("by Ctrl+S stays in the article, also in a new one; by its button it leaves it", async ({
    editor,
    dashboard,
  }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await button("Create Article");
    await fill(user, title(), "Written in one go");
    await write("First");
    await user.click(title());
    await user.keyboard("{Control>}s{/Control}");
    await told("Article created successfully");
    await screen.findByRole("heading", { name: "Edit Article" });
    expect(document.activeElement).toBe(title());
    await write(" and second");
    await user.keyboard("{Control>}s{/Control}");
    await told("Article updated successfully");
    const id = new URL(location.href).searchParams.get("edit") ?? "";
    // On this device alone, else it would be saved as a draft by itself.
    const mend = dashboard.calls.cut("PUT", COPY);
    await write(" and third");
    expect(written()).toBe("<p>First and second and third</p>");
    await screen.findByText(/^Unsaved changes, kept on this device/);
    expect((await stored(editor, id)).content).toBe("<p>First and second</p>");
    mend();
    await user.click(await button("Update Article"));
    await screen.findByRole("heading", { name: "Create Article" });
    await waitFor(() => expect(value(title())).toBe(""));
    await dashboard.leave();
    await dashboard.open("tab=articles");
    await button("Create Article");
    expect(value(title())).toBe("");
  });

  test("has the same HTML out as in, also where something else is saved", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    // Each as the editor writes it: the server keeps it.
    for (const { html } of FORMATS) {
      const { content } = await draft(editor, { title: "One format", content: html });
      expect(spelled(content)).toBe(html);
    }
    const all = FORMATS.map(({ html }) => `${html}<p>and</p>`).join("");
    const made = await draft(editor, { title: "Everything", content: all });
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await editing("Sample words");
    expect(written()).toBe(made.content);
    await fill(user, named("excerpt"), "Changed here only");
    await user.click(await button("Update Article"));
    await told("Article updated successfully");
    expect(await stored(editor, made.id)).toMatchObject({ content: made.content, excerpt: "Changed here only" });
  });
});

test("a title that is too long stays whole, is counted as people do, and is refused", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=articles");
  await button("Create Article");
  await fill(user, title(), "क्षत्रिय".repeat(104));
  await screen.findByText("Give at most 300 characters; these are 312.");
  expect(value(title())).toBe("क्षत्रिय".repeat(104));
  await user.click(await button("Create Article"));
  const failed = await told("Failed to create article");
  expect(failed.textContent).toContain("Give at most 300 characters; these are 312.");
  await fill(user, title(), "क्षत्रिय".repeat(100));
  await user.click(await button("Create Article"));
  await told("Article created successfully");
  const [made] = await editor.call<Article[]>("GET", "/api/articles?limit=1");
  expect(made?.title).toBe("क्षत्रिय".repeat(100));
});

describe("what takes an article off the site", () => {
  test("is undone with all that was changed with it; no other message offers that", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const made = await draft(editor, { title: "Taken off in haste", status: "published" });
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await editing("Text");
    await fill(user, named("category"), "Ethics");
    await user.click(await button("Update Article"));
    expect(within(await told("Article updated successfully")).queryByRole("button", { name: "Undo" })).toBeNull();

    await user.click(await button("Edit Taken off in haste"));
    await editing("Text");
    await fill(user, named("excerpt"), "In haste.");
    await user.selectOptions(named("status"), "Draft");
    await user.click(await button("Update Article"));
    await pressIn(user, "Article updated successfully", "Undo");
    await told("Undone");
    expect(await stored(editor, made.id)).toMatchObject({ status: "published", excerpt: "", category: "Ethics" });

    await user.click(await button("Delete Taken off in haste"));
    await answer(user, "Are you sure you want to delete this article?", "Delete");
    const deleted = await told("Article deleted");
    within(deleted).getByRole("button", { name: "Undo" });
    await user.click(within(deleted).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(deleted.isConnected).toBe(false));
    await closed(/./);
  });
});
