import type { Editor } from "@academy/shared/test/editor";
import type { UserEvent } from "@testing-library/user-event";
import { describe } from "vitest";
import type { ContentModel } from "@/model/types";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, named, value } from "@/test/forms";
import { fill, focused, press } from "@/test/hands";

interface Section {
  id: string;
  name: string;
  type: string;
}

const of = async (editor: Editor, type: string) =>
  (await editor.call<Section[]>("GET", "/api/sections")).find((section) => section.type === type);
const textsOf = async (editor: Editor, section: string) => {
  const items = await editor.call<{ type: string; content: string }[]>("GET", `/api/page-content/home/${section}`);
  return Object.fromEntries(items.map(({ type, content }) => [type, content]));
};
const button = (name: string) => screen.findByRole("button", { name });
const row = async (name: string) => {
  const heading = await screen.findByRole("heading", { level: 3, name });
  return within(heading.closest("li") as HTMLElement);
};

describe("a failed write", () => {
  test("takes its notice away before it is told, and is logged", async ({ dashboard }) => {
    dashboard.expected.push(/section update failed/);
    await dashboard.open("tab=sections");
    dashboard.calls.cut("PUT", /^\/api\/admin\/sections\//);
    const [visible] = await screen.findAllByRole("button", { name: /^Visible: / });
    await dashboard.user.click(visible as HTMLElement);
    await screen.findByRole("dialog", { name: /^Failed to toggle visibility: Cannot connect/ });
    expect(screen.queryByText("Saving changes...")).toBeNull();
    expect(dashboard.errors).toEqual([expect.stringContaining("section update failed")]);
  });

  test("of a new section leaves its button as it was", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=sections");
    dashboard.calls.cut("POST", /^\/api\/admin\/sections$/);
    await user.click(await screen.findByRole("button", { name: "Add Section" }));
    await user.type(await screen.findByRole("textbox", { name: "Section Name" }), "Cut off");
    await user.type(screen.getByRole("combobox", { name: "Section Type" }), "cut-off");
    await user.click(screen.getByRole("button", { name: "Create Section" }));
    await screen.findByRole("dialog", { name: /^Failed to create section: Cannot connect/ });
    expect(screen.queryByText("Creating...")).toBeNull();
    expect(screen.queryByText("Saving changes...")).toBeNull();
  });
});

describe("the texts of a section", () => {
  const HERO = "Edit Section Content: Hero";
  const dialog = async () => within(await screen.findByRole("dialog", { name: HERO }));
  const field = async (name: string) => {
    await (await dialog()).findByRole("textbox", { name: "Subheading" });
    return named(name, screen.getByRole("dialog", { name: HERO }));
  };

  test("can be cancelled while they are loaded, and asked for again", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=sections");
    let fail = () => {};
    const failed = new Promise<never>((_, reject) => {
      fail = () => reject(new TypeError("fetch failed"));
    });
    const restore = dashboard.calls.answer("GET", /^\/api\/page-content\//, () => failed);
    await press(user, await button("Edit Hero"));
    await (await dialog()).findByText("Loading section content...");
    await press(user, (await dialog()).getByRole("button", { name: "Cancel" }));
    await closed(HERO);
    await press(user, await button("Edit Hero"));
    await (await dialog()).findByText("Loading section content...");
    fail();
    await (await dialog()).findByText("Failed to load section content");
    await (await dialog()).findByText(/Cannot connect to backend server/);
    restore();
    await press(user, (await dialog()).getByRole("button", { name: "Try again" }));
    await field("subheading");
  });

  test("stay when the dialog is closed, and are given up or left behind only when one says so", async ({
    editor,
    dashboard,
  }) => {
    const { user } = dashboard;
    await dashboard.open("tab=sections");
    const leave = () => user.click(screen.getByRole("tab", { name: "Articles" }));
    await press(user, await button("Edit Hero"));
    const before = value(await field("heading"));
    await fill(user, await field("heading"), "Not yet");
    await user.keyboard("{Escape}");
    await closed(HERO);
    await (await row("Hero")).findByText("Unsaved texts");
    await leave();
    await answer(user, "Leave without saving the texts of sections?", "Stay");
    for (const word of ["Keep editing", "Discard changes"]) {
      if (word === "Keep editing") await press(user, await button("Edit Hero"));
      expect(value(await field("heading"))).toBe("Not yet");
      await press(user, (await dialog()).getByRole("button", { name: "Cancel" }));
      await answer(user, "Discard your changes to this section?", word);
    }
    await closed(HERO);
    expect((await row("Hero")).queryByText("Unsaved texts")).toBeNull();
    await press(user, await button("Edit Hero"));
    expect(value(await field("heading"))).toBe(before);
    await fill(user, await field("heading"), "Saved");
    await press(user, (await dialog()).getByRole("button", { name: "Save Changes" }));
    await closed(HERO);
    await leave();
    await button("Create Article");
    expect((await textsOf(editor, "hero")).heading).toBe("Saved");
  });

  test("that the API refuses say so at their fields, and the others are saved", async ({ editor, dashboard }) => {
    dashboard.expected.push(/section update failed/);
    const { user } = dashboard;
    await dashboard.open("tab=sections");
    await press(user, await button("Edit Hero"));
    await fill(user, await field("heading"), "Within bounds");
    const subheading = await field("subheading");
    await fill(user, subheading, "x".repeat(10_000));
    await press(user, (await dialog()).getByRole("button", { name: "Save Changes" }));
    await (await dialog()).findByText("Failed to save changes. Please try again.");
    await focused(subheading);
    expect(subheading.getAttribute("aria-invalid")).toBe("true");
    expect((await field("heading")).getAttribute("aria-invalid")).not.toBe("true");
    const described = (subheading.getAttribute("aria-describedby") ?? "").split(" ");
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContainEqual(
      expect.stringMatching(/characters/),
    );
    expect((await textsOf(editor, "hero")).heading).toBe("Within bounds");
  });
});

test("an empty text shows the site's own", async ({ editor, dashboard }) => {
  const items = await editor.call<{ id: string; type: string }[]>("GET", "/api/page-content/home/why-choose");
  const stored = items.find(({ type }) => type === "card2_description");
  if (stored) await editor.call("PUT", `/api/admin/page-content/${stored.id}`, { content: "" });
  const { blocks } = await editor.call<ContentModel>("GET", "/api/content-model");
  const fields = blocks.find(({ type }) => type === "why-choose")?.fields;
  await dashboard.open("tab=sections");
  await press(dashboard.user, await button(`Edit ${(await of(editor, "why-choose"))?.name}`));
  const { placeholder } = await waitFor(() => named("card2_description"));
  expect(placeholder).toMatch(/\w/);
  expect(placeholder).toBe(fields?.find(({ key }) => key === "card2_description")?.default);
});

describe("the type of a new section", () => {
  const type = () => screen.getByRole("combobox", { name: "Section Type" });
  const add = async (user: UserEvent) => {
    await user.click(await button("Add Section"));
    await screen.findByRole("combobox", { name: "Section Type" });
  };

  test("is a text field that offers the blocks: by keyboard, first those that home shows without a section", async ({
    editor,
    dashboard,
  }) => {
    const { user } = dashboard;
    const promo = await of(editor, "psi-promo");
    await editor.call("DELETE", `/api/admin/sections/${promo?.id}`);
    await dashboard.open("tab=sections");
    await press(user, await button("Add Section"));
    await focused(() => screen.queryByRole("textbox", { name: "Section Name" }));
    expect(type().getAttribute("name")).toBe("type");
    expect(type().getAttribute("placeholder")).toBe("e.g., success-stories");
    await user.tab();
    await focused(type());
    const model = await editor.call<{ blocks: { name: string }[] }>("GET", "/api/content-model");
    const names = model.blocks.map(({ name }) => name);
    const offered = () => [...document.querySelectorAll(".option-name")].map(({ textContent }) => textContent);
    await waitFor(() => expect(offered()).toEqual(["PSI promo", ...names.filter((name) => name !== "PSI promo")]));
    await user.keyboard("{ArrowDown}{Enter}");
    expect(value(type())).toBe("psi-promo");
    expect(value(screen.getByRole("textbox", { name: "Section Name" }))).toBe("PSI promo");
    await screen.findByText(/^PSI promo: /);
    await user.keyboard("{Enter}");
    await row("PSI promo");
    expect(await of(editor, "psi-promo")).toMatchObject({ name: "PSI promo", block: "", is_visible: true });
  });

  test("has a number where the block has a section", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=sections");
    await add(user);
    await fill(user, type(), "quick-access");
    await screen.findByText("A section of this type already exists.");
    const choose = async () => {
      await fill(user, type(), "call");
      await user.click(await screen.findByRole("option", { name: /^Call to action/, hidden: true }));
    };
    await choose();
    await user.click(await button("Create Section"));
    await row("Call to action");
    await add(user);
    await choose();
    expect(value(type())).toBe("call-to-action-2");
    await fill(user, screen.getByRole("textbox", { name: "Section Name" }), "Second call");
    await user.click(await button("Create Section"));
    await (await row("Second call")).findByText("Shown as “Call to action”");
    expect(await of(editor, "call-to-action-2")).toMatchObject({ block: "call-to-action" });
  });

  test("may be none of the blocks: it has a heading and a description until it is deleted", async ({
    editor,
    dashboard,
  }) => {
    const { user } = dashboard;
    await dashboard.open("tab=sections");
    await add(user);
    await fill(user, screen.getByRole("textbox", { name: "Section Name" }), "Toppers");
    await fill(user, type(), "toppers");
    await screen.findByText("The site has no block of this type: it is shown as “Heading and text”.");
    await user.click(await button("Create Section"));
    await (await row("Toppers")).findByText("Shown as “Heading and text”");
    await press(user, await button("Edit Toppers"));
    const dialog = await screen.findByRole("dialog", { name: "Edit Section Content: Toppers" });
    await within(dialog).findByRole("button", { name: "Save Changes" });
    await fill(user, named("heading", dialog), "They made it");
    await fill(user, named("description", dialog), "Forty of our learners passed.");
    await press(user, within(dialog).getByRole("button", { name: "Save Changes" }));
    await closed("Edit Section Content: Toppers");
    expect(await textsOf(editor, "toppers")).toEqual({
      heading: "They made it",
      description: "Forty of our learners passed.",
    });

    await press(user, await button("Delete Toppers"));
    const asked = 'Are you sure you want to delete "Toppers"?';
    const question = within(await screen.findByRole("dialog", { name: asked }));
    question.getByText("The home page no longer shows this section.");
    expect(question.queryByRole("button", { name: "Hide" })).toBeNull();
    await answer(user, asked, "Delete");
    await waitFor(async () => expect(await of(editor, "toppers")).toBeUndefined());
  });
});

test("who deletes a section learns that its block stays, and can hide it instead", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=sections");
  const { name } = (await of(editor, "quick-access")) as Section;
  const question = async () =>
    within(await screen.findByRole("dialog", { name: `Are you sure you want to delete "${name}"?` }));
  await press(user, await button(`Delete ${name}`));
  (await question()).getByText(/^The home page keeps showing this block/);
  await focused((await question()).getByRole("button", { name: "Cancel" }));
  await user.tab();
  await focused((await question()).getByRole("button", { name: "Hide" }));
  await user.keyboard("{Enter}");
  await button(`Hidden: ${name}`);
  expect(await of(editor, "quick-access")).toMatchObject({ is_visible: false });
  await press(user, await button(`Delete ${name}`));
  (await question()).getByText(/Without this section, the home page shows it again/);
  expect((await question()).queryByRole("button", { name: "Hide" })).toBeNull();
});
