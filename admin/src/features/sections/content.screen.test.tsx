import type { Editor } from "@academy/shared/test/editor";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, named, value } from "@/test/forms";
import { fill } from "@/test/hands";

// The sections of the home page and their texts, from the screen to the store.

interface Section {
  id: string;
  name: string;
  type: string;
}

const all = (editor: Editor) => editor.call<Section[]>("GET", "/api/sections");
const button = (name: string) => screen.findByRole("button", { name });
const EDITING = /^Edit Section Content/;

async function form(): Promise<HTMLElement> {
  const dialog = await screen.findByRole("dialog", { name: EDITING });
  await within(dialog).findByRole("button", { name: "Save Changes" });
  return dialog;
}

test("sections are created, hidden, filled and deleted", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=sections");
  await user.click(await button("Add Section"));
  await user.click(await button("Create Section"));
  await answer(user, "Please fill in all required fields.", "OK");
  await fill(user, screen.getByRole("textbox", { name: "Section Name" }), "Success Stories");
  await fill(user, screen.getByRole("combobox", { name: "Section Type" }), "success-stories");
  await user.click(await button("Create Section"));
  await user.click(await button("Visible: Success Stories"));
  await button("Hidden: Success Stories");

  await user.click(await button("Edit Success Stories"));
  const heading = async () => within(await form()).findByRole("textbox", { name: "Heading" });
  await fill(user, await heading(), "They made it");
  // Beside it.
  await user.click(document.querySelector(".mantine-Modal-overlay") as Element);
  await closed(EDITING);
  await user.click(await button("Edit Success Stories"));
  expect(value(await heading())).toBe("They made it");
  expect(screen.getByRole("textbox", { name: "Description" }).getAttribute("rows")).toBe("4");
  await user.click(await button("Save Changes"));
  await closed(EDITING);
  const items = await editor.call<{ type: string; content: string }[]>("GET", "/api/page-content/home/success-stories");
  expect(items.map(({ type, content }) => [type, content])).toEqual([["heading", "They made it"]]);

  await user.click(await button("Delete Success Stories"));
  await answer(user, 'Are you sure you want to delete "Success Stories"?', "Delete");
  await waitFor(async () => expect((await all(editor)).map(({ name }) => name)).not.toContain("Success Stories"));
});

const FIELDS: Record<string, string[]> = {
  hero: ["heading", "subheading", "description", "cta_text", "cta_link"],
  "why-choose": ["heading", ...[1, 2, 3, 4].flatMap((card) => [`card${card}_title`, `card${card}_description`])],
  "ncert-showcase": ["label", "heading", "description", "button_text", "button_link", "youtube_url"],
  "ncert-poster": ["heading", "description", "cta_text", "cta_link"],
  "mission-vision": ["mission_heading", "mission_text", "vision_heading", "vision_text"],
  "psi-promo": ["heading", "description"],
};

/** The names of fields; apart from them an empty one asks whether to show the site's own text. */
const namesIn = (scope: ParentNode) =>
  [...scope.querySelectorAll("input, textarea")]
    .map((control) => control.getAttribute("name") ?? "")
    .filter((name) => !name.endsWith(".empty"));

test("sections have the fields of their type, and fold what the block has beyond them", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  await dashboard.open("tab=sections");
  const sections = (await all(editor)).filter(({ type }) => FIELDS[type]);
  expect(sections).toHaveLength(Object.keys(FIELDS).length);
  for (const { name, type } of sections) {
    await user.click(await button(`Edit ${name}`));
    const dialog = await form();
    const own = FIELDS[type] ?? [];
    const names = namesIn(dialog);
    expect(names.slice(0, own.length), type).toEqual(own);
    const more = [...dialog.querySelectorAll("details")].find(
      (details) => details.querySelector("summary")?.textContent === "More texts",
    );
    expect(more ? namesIn(more) : [], type).toEqual(names.slice(own.length));
    expect(more?.open ?? false, type).toBe(false);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await closed(EDITING);
  }
});

test("a half failed save goes on where it stopped", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  dashboard.expected.push(/section update failed/);
  await dashboard.open("tab=sections");
  const promo = (await all(editor)).find(({ type }) => type === "psi-promo");
  await user.click(await button(`Edit ${promo?.name}`));
  const dialog = await form();
  await fill(user, named("heading", dialog), "A new heading");
  await fill(user, named("description", dialog), "A new description");
  const mend = ["POST", "PUT"].map((method) =>
    dashboard.calls.answer(method, /^\/api\/admin\/page-content/, ({ body }) => {
      if (JSON.stringify(body).includes("A new description")) throw new TypeError("fetch failed");
      return undefined;
    }),
  );
  await user.click(within(dialog).getByRole("button", { name: "Save Changes" }));
  await within(dialog).findByText("Failed to save changes. Please try again.");
  for (const one of mend) one();
  const made = dashboard.calls.made.length;
  await user.click(within(dialog).getByRole("button", { name: "Save Changes" }));
  await closed(EDITING);
  // Texts that were stored the first time are not sent again.
  const sent = dashboard.calls.made.slice(made).filter(({ method }) => method !== "GET");
  expect(JSON.stringify(sent)).not.toContain("A new heading");
  const items = await editor.call<{ type: string; content: string }[]>("GET", "/api/page-content/home/psi-promo");
  const texts = Object.fromEntries(items.map(({ type, content }) => [type, content]));
  expect(texts).toMatchObject({ heading: "A new heading", description: "A new description" });
});
