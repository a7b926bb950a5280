import type { Editor } from "@academy/shared/test/editor";
import { vi } from "vitest";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist } from "@/test/people";

// Two people in the forms of texts and lists: who else is there is said, and what somebody else has saved is not lost.

const setTexts = (editor: Editor, id: string, texts: Record<string, string>) =>
  editor.call(
    "PUT",
    `/api/admin/texts/${id}`,
    Object.fromEntries(Object.entries(texts).map(([key, content]) => [key, { content }])),
  );
const texts = async (editor: Editor, id: string) => {
  const { items } = await editor.call<{ items: { type: string; content: string }[] }>("GET", `/api/admin/texts/${id}`);
  return Object.fromEntries(items.map(({ type, content }) => [type, content]));
};
const first = async (editor: Editor, address: string) =>
  (await editor.call<{ id: string; title: string }[]>("GET", address))[0] ?? { id: "", title: "" };

const group = async (name: string) => within((await screen.findAllByRole("group", { name }))[0] as HTMLElement);
const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
const gone = (name: string | RegExp) => waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());
const has = (field: HTMLElement, value: string) => waitFor(() => expect((field as HTMLInputElement).value).toBe(value));

test("who else has it open is said in every form, and of the texts of a page in each section that is in sight", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user, calls } = dashboard;
  const seen = new Map<Element, (entries: { isIntersecting: boolean }[]) => void>();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
      observe = (element: Element) => void seen.set(element, this.tell);
      disconnect() {}
    },
  );
  const ravi = await enlist(cms, editor, { name: "Ravi", email: "ravi.forms@academy.test" });
  const here = async (document: string) =>
    expect((await ravi.request("PUT", `/api/admin/presence/${document}`)).status, document).toBe(200);
  const said = () => screen.findAllByText(/^Ravi has had this open since /);
  const made = await editor.call<{ id: string }>("POST", "/api/admin/pages", { path: "/fees", title: "Fees" });
  const program = await first(editor, "/api/programs");
  const link = await first(editor, "/api/admin/social-media");
  const forms: [document: string, query: string, edit?: string | RegExp][] = [
    ["page-content/home.hero", "tab=sections", "Edit Hero"],
    ["page-content/adhva-vibes-psi", "tab=psi"],
    ["settings/settings", "tab=settings"],
    ["menus/main", "tab=menus"],
    [`pages/${made.id}`, `tab=pages&edit=${made.id}`],
    [`programs/${program.id}`, "tab=lists", `Edit ${program.title}`],
    [`social-links/${link.id}`, "tab=social", /^Edit /],
  ];
  for (const [document, query, edit] of forms) {
    await here(document);
    await dashboard.open(query);
    if (edit) await user.click((await screen.findAllByRole("button", { name: edit }))[0] as HTMLElement);
    await said();
    await dashboard.leave();
  }

  await here("page-content/foundation-test-series.head");
  await here("page-content/foundation-test-series.course");
  await dashboard.open("tab=pages&page=foundation-test-series");
  const announced = () =>
    calls.of("PUT", /presence\/page-content\/foundation-test-series\./).map(({ path }) => path.split(".").at(-1));
  const show = async (name: string) => {
    const section = await screen.findByRole("group", { name });
    const [, tell] = [...seen].find(([element]) => element.contains(section) || section.contains(element)) ?? [];
    if (!tell) throw new Error(`nobody watches whether ${name} is in sight`);
    tell([{ isIntersecting: true }]);
    await within(section).findByText(/^Ravi has had this open since /);
  };
  await show("Top of the page");
  expect(announced()).toContain("head");
  expect(announced()).not.toContain("course");
  await show("Course, for search engines");
});

test("texts of a page: one call and one save a section, over what it was; a colleague's is reloaded or overwritten", async ({
  editor,
  dashboard,
}) => {
  const { user, calls } = dashboard;
  await setTexts(editor, "about.join", { heading: "Join", lead: "All are welcome." });
  await dashboard.open("tab=pages&page=about");
  const join = await group("Enrolment");
  const heading = join.getByRole("textbox", { name: "Heading" });
  const lead = join.getByRole("textbox", { name: "Lead" });
  const conflict = "Someone else saved these texts";
  const save = () => user.click(screen.getByRole("button", { name: "Save Texts" }));
  await fill(user, heading, "Join us");
  await fill(user, lead, "Come along.");
  await fill(user, (await group("Values")).getByRole("textbox", { name: "Heading" }), "What counts");
  await save();
  await told("Texts saved");
  expect(calls.of("PUT", /\/admin\/texts\//)).toHaveLength(2);
  const [last] = await editor.call<{ fields: string[] }[]>("GET", "/api/admin/history/page-content/about.join?limit=1");
  expect(last?.fields.toSorted()).toEqual(["heading", "lead"]);

  // Another text of the section is nobody's business here; the same one is.
  await setTexts(editor, "about.join", { lead: "Theirs" });
  await fill(user, heading, "Mine");
  await save();
  await has(lead, "Theirs");
  expect(await texts(editor, "about.join")).toMatchObject({ heading: "Mine", lead: "Theirs" });
  await setTexts(editor, "about.join", { heading: "Theirs, too" });
  await fill(user, heading, "Mine again");
  await save();
  let asked = await dialog(conflict);
  asked.getByText(/^They were changed by Test Editor at /);
  within(asked.getByRole("row", { name: /^Heading/ })).getByText("Theirs, too");
  await user.click(asked.getByRole("button", { name: "Reload" }));
  await has(heading, "Theirs, too");
  await user.click(await screen.findByRole("button", { name: "Use my version" }));
  await has(heading, "Mine again");
  await setTexts(editor, "about.join", { heading: "Theirs, once more" });
  await save();
  asked = await dialog(conflict);
  await user.click(asked.getByRole("button", { name: "Overwrite" }));
  await gone(conflict);
  await waitFor(async () =>
    expect(await texts(editor, "about.join")).toMatchObject({ heading: "Mine again", lead: "Theirs" }),
  );
});

test("a section's texts and the police page's: only what was typed is sent, and a colleague's is asked about", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  await setTexts(editor, "home.hero", { heading: "Before", subheading: "Before" });
  await dashboard.open("tab=sections");
  await user.click(await screen.findByRole("button", { name: "Edit Hero" }));
  const content = /^Edit Section Content/;
  const form = await dialog(content);
  await form.findAllByRole("textbox");
  await fill(user, document.querySelector('[role=dialog] [name="heading"]') as HTMLElement, "Mine");
  await setTexts(editor, "home.hero", { heading: "Theirs", subheading: "Theirs" });
  await user.click(form.getByRole("button", { name: "Save Changes" }));
  let asked = await dialog("Someone else saved these texts");
  within(asked.getByRole("row", { name: /^Heading/ })).getByText("Theirs");
  expect(asked.queryByRole("row", { name: /^Subheading/ })).toBeNull();
  await user.keyboard("{Escape}");
  await gone("Someone else saved these texts");
  await user.click(form.getByRole("button", { name: "Save Changes" }));
  asked = await dialog("Someone else saved these texts");
  await user.click(asked.getByRole("button", { name: "Overwrite" }));
  await gone(content);
  expect(await texts(editor, "home.hero")).toMatchObject({ heading: "Mine", subheading: "Theirs" });

  await dashboard.leave();
  await dashboard.open("tab=psi");
  const police = "adhva-vibes-psi";
  const title = await screen.findByRole("textbox", { name: "Hero title" });
  const save = () => user.click(screen.getByRole("button", { name: "Save PSI Content" }));
  await fill(user, title, "Mine");
  await setTexts(editor, police, { hero_subtitle: "Theirs" });
  await save();
  await told("PSI page content updated");
  expect(await texts(editor, police)).toMatchObject({ hero_title: "Mine", hero_subtitle: "Theirs" });
  await has(screen.getByRole("textbox", { name: "Hero subtitle" }), "Theirs");
  await setTexts(editor, police, { hero_title: "Theirs, too" });
  await fill(user, title, "Mine again");
  await save();
  const psi = await dialog("Someone else saved these PSI texts");
  within(psi.getByRole("row", { name: /^Hero title/ })).getByText("Theirs, too");
  await user.click(psi.getByRole("button", { name: "Overwrite" }));
  await waitFor(async () =>
    expect(await texts(editor, police)).toMatchObject({ hero_title: "Mine again", hero_subtitle: "Theirs" }),
  );
});
