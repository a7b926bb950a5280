import type { Editor } from "@academy/shared/test/editor";
import { describe } from "vitest";
import type { Article } from "@/api/types";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, named, value } from "@/test/forms";
import { fill, focused } from "@/test/hands";
import { pressIn, told } from "@/test/messages";
import { enlist } from "@/test/people";
import { editing, written } from "@/test/writing";

// The former versions of what people edit: who made them, what differs, and the way back.

type User = ReturnType<typeof import("@testing-library/user-event").default.setup>;

const history = () => screen.getByRole("dialog", { name: "History" });
const button = (scope: HTMLElement, name: string | RegExp) => within(scope).getByRole("button", { name });
const region = (scope: HTMLElement, name: string) => within(scope).findByRole("region", { name });
const texts = (scope: HTMLElement, selector: string) =>
  [...scope.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** The saves in the list; the lists of rich text within them are none. */
const saves = () => [...history().querySelectorAll<HTMLElement>(".version")];
const last = () => saves().at(-1) as HTMLElement;

/** A save in the list, by what it says of itself, once it is there. */
const save = (words: string) =>
  waitFor(() => {
    const found = saves().find(({ textContent }) => textContent?.includes(words));
    if (!found) throw new Error(`no save says ${words}`);
    return found;
  });

async function openHistory(user: User, name: string | RegExp = "History", scope = document.body): Promise<void> {
  await user.click(await within(scope).findByRole("button", { name }));
  await waitFor(() => expect(saves().length).toBeGreaterThan(0));
}

async function closeHistory(user: User): Promise<void> {
  await user.keyboard("{Escape}");
  await closed("History");
}

/** An article that two saves have changed since it was made. */
async function thrice(editor: Editor, title: string): Promise<Article> {
  const made = await editor.call<Article>("POST", "/api/articles", {
    title,
    content: "<p>Each June the <strong>wind</strong> turns.</p><p>It rains.</p>",
    excerpt: "Why it rains.",
  });
  const call = `/api/articles/${made.id}`;
  await editor.call("PUT", call, { excerpt: "Why it rains in June." });
  await editor.call("PUT", call, {
    content: "<p>Each July the <strong>wind</strong> turns.</p><ul><li>Heat</li></ul>",
  });
  return made;
}

const stored = (editor: Editor, { id }: Article) => editor.call<Article>("GET", `/api/articles/${id}`);

describe("of an article", () => {
  test("is read, compared and restored, one field or all of it", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const article = await thrice(editor, "Rains");
    await dashboard.open(`tab=articles&edit=${article.id}`);
    await editing("July");
    await openHistory(user);
    expect(saves()).toHaveLength(3);
    within(await save("Test Editor changed content")).getByText("Now");
    const first = await save("Test Editor created it");

    await user.click(button(first, /^Compare /));
    const content = await region(first, "Content");
    expect(texts(content, "del")).toEqual(["June", "It rains."]);
    expect(texts(content, "ins")).toEqual(["July", "Heat"]);
    expect(texts(content, "li > ins")).toHaveLength(1);
    expect(texts(content, "strong")).toEqual(["wind"]);
    const excerpt = await region(first, "Excerpt");
    expect(texts(excerpt, "ins")).toEqual([" in June"]);

    await user.click(button(excerpt, /^Restore Excerpt/));
    await told("Field restored");
    await save("Test Editor restored excerpt");
    expect(await stored(editor, article)).toMatchObject({ excerpt: "Why it rains.", revision: 4 });
    await waitFor(() => expect(excerpt.isConnected).toBe(false));

    await user.click(button(first, /^Restore \d/));
    await told("Version restored");
    await closeHistory(user);
    await focused(() => button(document.body, "History"));
    await editing("June");
    expect(value(named("excerpt"))).toBe("Why it rains.");
    expect((await stored(editor, article)).content).toContain("June");
  });

  test("compares any two versions, and Restore can be undone", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const article = await thrice(editor, "Any two");
    await dashboard.open(`tab=articles&edit=${article.id}`);
    await openHistory(user);
    const first = await save("created it");
    await user.click(button(first, /^Compare /));
    await region(first, "Content");
    const others = within(first).getByRole("combobox", { name: "Compare with" }) as HTMLSelectElement;
    await user.selectOptions(others, others.options[1] as HTMLOptionElement);
    await region(first, "Excerpt");
    expect(within(first).queryByRole("region", { name: "Content" })).toBeNull();

    await user.click(button(first, /^Restore \d/));
    await pressIn(user, "Version restored", "Undo");
    await told("Undone");
    await waitFor(() => expect(saves()).toHaveLength(5));
    expect((await stored(editor, article)).content).toContain("July");
    await closeHistory(user);
    await editing("July");
  });

  test("keeps what was typed and not saved, and notices who came in between", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const article = await thrice(editor, "In between");
    await dashboard.open(`tab=articles&edit=${article.id}`);
    // The typed text stays unsaved, however long the rest takes.
    dashboard.calls.cut("PUT", /\/working-copy/);
    await editing("July");
    await fill(user, named("title"), "In between, typed");
    await openHistory(user);
    await editor.call("PUT", `/api/articles/${article.id}`, { category: "Polity" });
    await user.click(button(await save("created it"), /^Restore \d/));
    await told("Failed to restore");
    await save("Test Editor changed category");
    expect(await stored(editor, article)).toMatchObject({ category: "Polity", revision: 4 });

    await user.click(button(await save("created it"), /^Restore \d/));
    await told("Version restored");
    await closeHistory(user);
    await waitFor(() => expect(value(named("title"))).toBe("In between"));
    // The form has the restored version first; the document is then read again, with what was stashed.
    await user.click(await screen.findByRole("button", { name: "Use my version" }));
    expect(value(named("title"))).toBe("In between, typed");
    expect(written()).toContain("July");
  });

  test("is shown in parts, and is forgotten by administrators only", async ({ cms, editor, dashboard }) => {
    const { user } = dashboard;
    const { id } = await editor.call<Article>("POST", "/api/articles", { title: "0" });
    for (let n = 1; n < 25; n++) await editor.call("PUT", `/api/articles/${id}`, { category: `${n}` });
    const query = `tab=articles&edit=${id}`;
    const ravi = await enlist(cms, editor, { name: "Ravi", email: "ravi.history@academy.test" });
    await dashboard.open(query, { editor: ravi });
    await openHistory(user);
    await screen.findByText("20 of 25 saves");
    expect(within(history()).queryByRole("button", { name: "Delete earlier versions" })).toBeNull();
    await dashboard.leave();

    await dashboard.open(query);
    await openHistory(user);
    await screen.findByText("20 of 25 saves");
    await user.click(button(history(), "Show older"));
    await screen.findByText("25 saves");
    await save("created it");
    await user.click(button(history(), "Delete earlier versions"));
    await answer(user, "Delete all earlier versions?", "Delete");
    await told("Earlier versions deleted");
    await screen.findByText("1 save");
    expect(within(history()).queryByRole("button", { name: /^Compare / })).toBeNull();
  });

  test("says why it cannot be read, and is tried again", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const article = await thrice(editor, "Cut");
    await dashboard.open(`tab=articles&edit=${article.id}`);
    const mend = dashboard.calls.cut("GET", /\/admin\/history\//);
    await user.click(await screen.findByRole("button", { name: "History" }));
    await screen.findByText("The history could not be loaded");
    mend();
    await user.click(button(history(), "Try again"));
    const first = await save("created it");
    const mendAgain = dashboard.calls.cut("GET", /\/admin\/history\//);
    await user.click(button(first, /^Compare /));
    await screen.findByText("The versions could not be loaded");
    mendAgain();
    await user.click(button(history(), "Try again"));
    await waitFor(() => expect(texts(history(), "ins")).not.toEqual([]));
  });
});

describe("of everything else that people edit", () => {
  test("the settings, field by field", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=settings");
    await openHistory(user);
    expect(last().textContent).toMatch(/^Came with the site/);
    await closeHistory(user);
    await editor.call("PUT", "/api/settings", { contact_phone: "+91 80 1111 1111", videos_show_coming_soon: false });
    await editor.call("PUT", "/api/settings", { contact_phone: "+91 80 2222 2222", videos_show_coming_soon: true });
    await openHistory(user);
    await waitFor(() => expect(saves().length).toBeGreaterThan(2));
    const first = saves()[1] as HTMLElement;
    await user.click(button(first, /^Compare /));
    const flag = await region(first, "Videos show Coming Soon");
    expect([texts(flag, "del"), texts(flag, "ins")]).toEqual([["LIVE"], ["COMING SOON"]]);
    await user.click(button(flag, /^Restore Videos show Coming Soon/));
    await told("Field restored");
    await closeHistory(user);
    const shown = () => screen.getByRole("switch", { name: /^Videos show Coming Soon/ }) as HTMLInputElement;
    await waitFor(() => {
      expect(value(screen.getByRole("textbox", { name: "Contact phone" }))).toBe("+91 80 2222 2222");
      expect(shown().checked).toBe(false);
    });
  });

  test("a menu, in whose form the former entries stand then", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const menu = "/api/admin/menus/main";
    await editor.call("PUT", menu, { items: [{ label: "Home", href: "/" }] });
    await editor.call("PUT", menu, { items: [{ label: "Courses", href: "/mentorship" }] });
    await dashboard.open("tab=menus");
    await user.click(await screen.findByRole("button", { name: "History: Top bar" }));
    await screen.findByText("No changes yet");
    await closeHistory(user);
    await openHistory(user, /^History: Navigation/);
    const first = saves()[1] as HTMLElement;
    await user.click(button(first, /^Compare /));
    await waitFor(() => expect(texts(history(), "ins")).toContain("Courses"));
    await user.click(button(first, /^Restore \d/));
    await told("Version restored");
    await closeHistory(user);
    await within(screen.getByRole("form", { name: "Menu: Navigation" })).findByText("Home");

    // The site's default, where nobody has saved a menu, is a version, too.
    await openHistory(user, /^History: Navigation/);
    await user.click(button(last(), "Restore The beginning"));
    await told("Version restored from the beginning");
    const { main } = await editor.call<{ main: unknown[] }>("GET", "/api/menus");
    expect(main.length).toBeGreaterThan(1);
  });

  test("a page, block by block", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const { id } = await editor.call<{ id: string }>("POST", "/api/admin/pages", {
      path: "/history-fees",
      title: "Fees",
      blocks: [{ id: "a", type: "text", values: { heading: "Fees of 2026" } }],
    });
    await editor.call("PUT", `/api/admin/pages/${id}`, {
      blocks: [
        { id: "a", type: "text", values: { heading: "Fees of 2027" } },
        { id: "b", type: "text", values: { heading: "Refunds" } },
      ],
    });
    await dashboard.open(`tab=pages&edit=${id}`);
    await openHistory(user);
    await user.click(button(last(), /^Compare /));
    const blocks = await region(last(), "Blocks");
    within(blocks).getByRole("heading", { name: /1: Heading$/ });
    expect(texts(blocks, "del")).toContain("2026");
    expect(texts(blocks, "ins")).toEqual(expect.arrayContaining(["2027", "Refunds"]));
    await user.click(button(blocks, /^Restore Blocks/));
    await told("Field restored");
    await closeHistory(user);
    await waitFor(() => expect(screen.queryByText("Refunds")).toBeNull());
  });

  test.for([
    ["a social link", "tab=social", "Telegram", "social-media", "platform", "url", "https://t.me/adhva"],
    ["an entry of a list", "tab=lists", "Mentorship", "programs", "title", "description", "Eight months."],
  ] as const)(
    "%s, in whose open form it stands then",
    async ([, tab, name, list, called, field, typed], { editor, dashboard }) => {
      const { user } = dashboard;
      const all = await editor.call<(Record<string, string> & { id: string })[]>(
        "GET",
        list === "programs" ? "/api/programs" : "/api/admin/social-media",
      );
      const one = all.find((other) => other[called] === name);
      await editor.call("PUT", `/api/admin/${list}/${one?.id}`, { [field]: typed });
      await dashboard.open(tab);
      await user.click(await screen.findByRole("button", { name: `Edit ${name}` }));
      const form = await screen.findByRole("form", { name: `Edit ${name}` });
      expect(value(named(field, form))).toBe(typed);
      await openHistory(user, /^History/, form);
      within(last()).getByText("Came with the site");
      await user.click(button(last(), /^Restore \d/));
      await told("Version restored");
      await closeHistory(user);
      await waitFor(() => expect(value(named(field, form))).toBe(one?.[field]));
    },
  );

  const HERO = "Edit Section Content: Hero";

  test("a section, beside its texts: Escape closes the history only", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const sections = await editor.call<{ id: string; name: string }[]>("GET", "/api/sections");
    const hero = sections.find(({ name }) => name === "Hero");
    await editor.call("PUT", `/api/admin/sections/${hero?.id}`, { is_visible: false });
    await dashboard.open("tab=sections");
    await user.click(await screen.findByRole("button", { name: "Edit Hero" }));
    const form = await screen.findByRole("dialog", { name: HERO });
    await user.click(await within(form).findByRole("button", { name: "History" }));
    const of = await within(await screen.findByRole("dialog", { name: "History" })).findByRole("combobox", {
      name: "Of",
    });
    await user.selectOptions(of, "Name, type and visibility");
    await waitFor(() => expect(saves().length).toBeGreaterThan(1));
    const [newest] = saves() as [HTMLElement];
    await user.click(button(newest, /^Compare /));
    await waitFor(() => expect(texts(newest, "del, ins")).toEqual(["Visible", "Hidden"]));
    await user.click(button(newest, /^Restore Visibility/));
    await told("Field restored");
    await closeHistory(user);
    named("heading", form);
    await user.keyboard("{Escape}");
    await closed(HERO);
    await screen.findByRole("button", { name: "Visible: Hero" });
  });

  test("the texts of a section, in whose form they stand then", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=sections");
    const edit = async () => {
      await user.click(await screen.findByRole("button", { name: "Edit Hero" }));
      const form = await screen.findByRole("dialog", { name: HERO });
      await within(form).findByRole("button", { name: "Save Changes" });
      return form;
    };
    const before = value(named("heading", await edit()));
    await fill(user, named("heading"), "Walk the whole path.");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await closed(HERO);
    await openHistory(user, "History", await edit());
    const saved = await save("Test Editor changed heading");
    await user.click(button(saved, /^Compare /));
    expect(texts(await region(saved, "Heading"), "ins").join("")).toContain("Walk");
    await user.click(button(last(), /^Restore \d/));
    await pressIn(user, "Version restored", "Undo");
    await told("Undone");
    await user.click(button(last(), /^Compare /));
    await region(last(), "Heading");
    await user.click(button(last(), /^Restore Heading/));
    await told("Field restored");
    await closeHistory(user);
    await waitFor(() => expect(value(named("heading"))).toBe(before));
    const now = await editor.call<{ type: string; content: string }[]>("GET", "/api/page-content/home/hero");
    expect(now.find(({ type }) => type === "heading")?.content).toBe(before);
  });

  test("the police page and the texts of any page, section by section", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=psi");
    const title = () => screen.getByRole("textbox", { name: "Hero title" });
    await screen.findByRole("textbox", { name: "Hero title" });
    const before = value(title());
    await fill(user, title(), "PSI 2027");
    await user.click(screen.getByRole("button", { name: "Save PSI Content" }));
    await told("PSI page content updated");
    await openHistory(user);
    await user.click(button(last(), /^Restore \d/));
    await told("Version restored");
    await closeHistory(user);
    await waitFor(() => expect(value(title())).toBe(before));

    await editor.call("POST", "/api/admin/page-content", {
      page: "contact-us",
      section: "form",
      type: "heading",
      content: "Write to us",
      order_index: 1,
    });
    await dashboard.leave();
    await dashboard.open(`tab=pages&page=contact-us`);
    await user.click(await screen.findByRole("button", { name: "History" }));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Of" }), "Form");
    await waitFor(() => expect(saves().length).toBeGreaterThan(0));
  });
});
