import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { named } from "@/test/forms";
import { fill, focused, press } from "@/test/hands";
import { told } from "@/test/messages";

// Menus: what is refused, what is discarded, what two people save, and where entries lead. What the site shows of a
// menu: site/publisher/test/pages.test.ts; one from here to there: infra/e2e/tests/menus.test.ts.

const menu = async () => screen.findByRole("form", { name: /^Menu: .*[Ff]ooter/ });

test("entries are folded, opened and closed by keyboard, and two may be equal", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=menus");
  const form = await screen.findByRole("form", { name: "Menu: Navigation" });
  const labels = () => within(form).queryAllByRole("textbox", { name: /^Label/ });
  const about = within(await within(form).findByRole("group", { name: "About" }));
  const open = about.getByRole("button", { name: "Edit About" });
  expect(labels()).toEqual([]);
  expect(open.getAttribute("aria-expanded")).toBe("false");
  await press(user, open);
  expect((await about.findAllByRole<HTMLInputElement>("textbox", { name: /^Label/ }))[0]?.value).toBe("About");
  await press(user, about.getByRole("button", { name: "Close About" }));
  await waitFor(() => expect(labels()).toEqual([]));

  await press(user, within(form).getByRole("button", { name: "Add entry" }));
  await focused(() => named("label", form));
  await user.keyboard("About");
  await fill(user, named("href", form), "/about-us");
  await user.click(within(form).getByRole("button", { name: "Save Menu: Navigation" }));
  await told("Menu saved");
  const { items } = await editor.call<{ items: { label: string; href: string }[] }>("GET", "/api/admin/menus/main");
  expect(items.filter(({ label, href }) => label === "About" && href === "/about-us")).toHaveLength(2);
});

interface Stored {
  label: string;
  href: string;
}

test("an emptied menu is stored so, and its default comes back when it is asked for", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const { menus } = await editor.call<{ menus: { place: string; default: Stored[] }[] }>("GET", "/api/content-model");
  const labels = menus.find(({ place }) => place === "main")?.default.map(({ label }) => label) ?? [];
  const stored = async () => {
    const { items } = await editor.call<{ items: Stored[] }>("GET", "/api/admin/menus/main");
    return items.map(({ label }) => label);
  };
  const navigation = async () => within(await screen.findByRole("form", { name: "Menu: Navigation" }));
  const save = async () => {
    await user.click((await navigation()).getByRole("button", { name: "Save Menu: Navigation" }));
    await told("Menu saved");
  };
  await dashboard.open("tab=menus");
  const full = await navigation();
  const removes = await full.findAllByRole("button", { name: /^Remove / });
  for (const remove of removes.reverse()) await user.click(remove);
  await save();
  expect(await stored()).toEqual([]);

  await dashboard.leave();
  await dashboard.open("tab=menus");
  const empty = await navigation();
  expect(empty.queryAllByRole("button", { name: /^Remove / })).toEqual([]);
  const restore = screen.getByRole("button", { name: "Restore default: Navigation" });
  await press(user, restore);
  await empty.findByRole("group", { name: "Contact" });
  await focused(restore);
  // Nothing is saved unasked.
  expect(await stored()).toEqual([]);
  await save();
  await waitFor(() => expect(restore.isConnected).toBe(false));
  expect(await stored()).toEqual(labels);
});

test("an entry leads to a page that is chosen by its title, and stays when the page is unpublished", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const fees = { path: "/fees-2027", title: "Fees 2027", status: "published", blocks: [] };
  const { id } = await editor.call<{ id: string }>("POST", "/api/admin/pages", fees);
  await dashboard.open("tab=menus");
  const form = await screen.findByRole("form", { name: "Menu: Navigation" });
  await user.click(await within(form).findByRole("button", { name: "Add entry" }));
  await fill(user, named("label", form), "Fees");
  await fill(user, named("href", form), "Fees 2027");
  // Without a layout the list counts as out of sight.
  await user.click(await screen.findByRole("option", { name: /^Fees 2027/, hidden: true }));
  await within(form).findByText("Follows this page when its address changes.");
  await user.click(within(form).getByRole("button", { name: "Save Menu: Navigation" }));
  await told("Menu saved");
  const { items } = await editor.call<{ items: Stored[] }>("GET", "/api/admin/menus/main");
  expect(items.at(-1)).toMatchObject({ label: "Fees", href: `page:${id}` });

  await editor.call("PUT", `/api/admin/pages/${id}`, { status: "draft" });
  await dashboard.leave();
  await dashboard.open("tab=menus");
  await within(await screen.findByRole("form", { name: "Menu: Navigation" })).findByRole("group", { name: "Fees" });
});

test("a refused entry opens, and can be folded", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=menus");
  const form = await menu();
  await user.click(await within(form).findByRole("button", { name: "Add entry" }));
  await user.click(within(form).getByRole("button", { name: /^Save Menu/ }));
  const [label] = await within(form).findAllByRole("textbox", { name: /^Label/ });
  await waitFor(() => expect(label?.getAttribute("aria-invalid")).toBe("true"));
  const [close] = within(form).getAllByRole("button", { name: /^Close Entry \d+$/ });
  await user.click(close as HTMLElement);
  expect(within(form).queryByRole("textbox", { name: /^Label/ })).toBeNull();
  await user.click(within(form).getByRole("button", { name: /^Edit Entry \d+$/ }));
  await within(form).findByRole("textbox", { name: /^Label/ });
});

test("the focus goes on to saving when changes are discarded, or saved by Ctrl+S", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=menus");
  const form = await menu();
  const change = async (text: string) => {
    if (!within(form).queryByRole("textbox", { name: /^Label/ })) {
      await user.click((await within(form).findAllByRole("button", { name: /^Edit / }))[0] as HTMLElement);
    }
    await fill(user, named("label", form), text);
    return within(form).findByRole("button", { name: "Discard changes" });
  };
  const save = () => within(form).getByRole("button", { name: /^Save Menu/ });
  await user.click(await change("Not yet"));
  await answer(user, "Discard unsaved changes?", "Discard changes");
  await focused(save);
  (await change("Now")).focus();
  await user.keyboard("{Control>}s{/Control}");
  await told("Menu saved");
  await focused(save);
});

test("a menu that two people save shows both; one's own stays on the device, or is saved over theirs", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const { items } = await editor.call<{ items: { label: string }[] }>("GET", "/api/admin/menus/footer");
  const [{ label: before = "" } = {}] = items;
  const rename = (label: string) => items.map((item) => (item.label === before ? { ...item, label } : item));
  const saved = async () => {
    const { items } = await editor.call<{ items: { label: string }[] }>("GET", "/api/admin/menus/footer");
    return items[0]?.label;
  };
  const write = async (text: string) => {
    const form = await menu();
    if (!form.querySelector("[name=label]")) {
      await user.click((await within(form).findAllByRole("button", { name: /^Edit / }))[0] as HTMLElement);
    }
    await fill(user, named("label", form), text);
  };
  /** Saves one's own over what a colleague has saved meanwhile, and returns the dialog. */
  const meet = async (mine: string, theirs: string) => {
    await write(mine);
    await editor.call("PUT", "/api/admin/menus/footer", { items: rename(theirs) });
    await user.click(within(await menu()).getByRole("button", { name: /^Save Menu/ }));
    return within(await screen.findByRole("dialog", { name: "Someone else saved this menu" }));
  };
  const stash = () => screen.queryByText(/^Your version from .* is still on this device\.$/);
  await dashboard.open("tab=menus");

  const first = await meet("Mine", "Theirs");
  const sides = within(first.getByRole("row", { name: /^Entries/ })).getAllByRole("cell");
  expect(sides.map(({ textContent }) => [textContent?.includes("Theirs"), textContent?.includes("Mine")])).toEqual([
    [true, false],
    [false, true],
  ]);
  await user.click(first.getByRole("button", { name: "Reload" }));
  await screen.findByText(/^Your version from /);
  await within(await menu()).findByText("Theirs");
  // It is there after the page is loaded again, too.
  await dashboard.leave();
  await dashboard.open("tab=menus");
  await within(await menu()).findByText("Theirs");
  await user.click(await screen.findByRole("button", { name: "Discard it" }));
  await answer(user, "Discard unsaved changes?", "Keep changes");
  expect(stash()).not.toBeNull();
  await user.click(screen.getByRole("button", { name: "Discard it" }));
  await answer(user, "Discard unsaved changes?", "Discard changes");
  await waitFor(() => expect(stash()).toBeNull());
  const section = (await menu()).parentElement as HTMLElement;
  await focused(() => section.querySelector("button"));

  const second = await meet("Mine again", "Theirs again");
  await user.click(second.getByRole("button", { name: "Overwrite" }));
  await told("Menu saved");
  expect([await saved(), stash()]).toEqual(["Mine again", null]);
});
