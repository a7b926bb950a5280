import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { named, value } from "@/test/forms";
import { fill, focused } from "@/test/hands";
import { told } from "@/test/messages";

// Menus: what is refused, what is discarded, and what two people save.

const menu = async () => screen.findByRole("form", { name: /^Menu: .*[Ff]ooter/ });

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

test("a menu that two people save shows both", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=menus");
  const form = await menu();
  await user.click((await within(form).findAllByRole("button", { name: /^Edit / }))[0] as HTMLElement);
  const before = value(named("label", form));
  await fill(user, named("label", form), "Mine");
  const { items } = await editor.call<{ items: { label: string }[] }>("GET", "/api/admin/menus/footer");
  const theirs = items.map((item) => (item.label === before ? { ...item, label: "Theirs" } : item));
  await editor.call("PUT", "/api/admin/menus/footer", { items: theirs });
  await user.click(within(form).getByRole("button", { name: /^Save Menu/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Someone else saved this menu" }));
  const sides = within(dialog.getByRole("row", { name: /^Entries/ })).getAllByRole("cell");
  expect(sides.map(({ textContent }) => [textContent?.includes("Theirs"), textContent?.includes("Mine")])).toEqual([
    [true, false],
    [false, true],
  ]);
});
