import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { entry, named, value } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";

// Text typed while a form is saved stays in it, whatever the form does when it is saved; so do caret and focus.

const button = (name: string) => screen.findByRole("button", { name });
const LINKS = /^\/api\/admin\/social-media/;

test("a link that is added, and one that is edited", async ({ editor, dashboard }) => {
  const { user, calls } = dashboard;
  await dashboard.open("tab=social");
  await button("Add Link");
  await user.selectOptions(named("platform"), "Github");
  await fill(user, named("url"), "https://github.com/academy");
  const adding = calls.hold("POST", LINKS);
  await user.click(await button("Add Link"));
  const url = named("url");
  await fill(user, url, "https://github.com/another");
  adding.release();
  await told("Social media link added successfully");
  await entry("https://github.com/academy");
  expect([document.activeElement, value(url)]).toEqual([url, "https://github.com/another"]);

  await user.click(await button("Edit Github"));
  const row = await screen.findByRole("form", { name: "Edit Github" });
  await fill(user, named("order_index", row), "7");
  const editing = calls.hold("PUT", LINKS);
  await user.click(within(row).getByRole("button", { name: "Save" }));
  const address = named("url", row);
  await fill(user, address, "https://github.com/third");
  editing.release();
  await told("Social media link updated successfully");
  expect([document.activeElement, value(address)]).toEqual([address, "https://github.com/third"]);
  await user.click(within(row).getByRole("button", { name: "Save" }));
  await told("Social media link updated successfully");
  const links = await editor.call<Record<string, unknown>[]>("GET", "/api/admin/social-media");
  expect(links.find(({ platform }) => platform === "Github")).toMatchObject({
    url: "https://github.com/third",
    order_index: 7,
  });
});

test("an entry that is added to a list goes on as that entry", async ({ editor, dashboard }) => {
  const { user, calls } = dashboard;
  await dashboard.open("tab=lists");
  await user.click(await button("Add to Differentiators"));
  const form = await screen.findByRole("form", { name: "New entry" });
  await fill(user, named("title", form), "Small batches");
  const { release } = calls.hold("POST", /^\/api\/admin\/differentiators$/);
  await user.click(within(form).getByRole("button", { name: "Save" }));
  await fill(user, named("description", form), "Twenty of us");
  release();
  await told("Saved");
  await waitFor(() => expect(form.getAttribute("aria-label")).toBe("Edit Small batches"));
  expect(document.activeElement).toBe(named("description", form));
  await user.keyboard(", no more");
  await user.click(within(form).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(form.isConnected).toBe(false));
  const entries = await editor.call<{ title: string; description: string }[]>("GET", "/api/differentiators");
  expect(entries.filter(({ title }) => title === "Small batches").map(({ description }) => description)).toEqual([
    "Twenty of us, no more",
  ]);
});

test("a section that is created", async ({ dashboard }) => {
  const { user, calls } = dashboard;
  await dashboard.open("tab=sections");
  await user.click(await button("Add Section"));
  await fill(user, await screen.findByRole("textbox", { name: "Section Name" }), "Toppers");
  await fill(user, screen.getByRole("combobox", { name: "Section Type" }), "toppers");
  const creating = calls.hold("POST", /^\/api\/admin\/sections$/);
  await user.click(await button("Create Section"));
  const name = screen.getByRole("textbox", { name: "Section Name" });
  await fill(user, name, "Toppers of 2026");
  creating.release();
  await button("Edit Toppers");
  await button("Create Section");
  expect([document.activeElement, value(name)]).toEqual([name, "Toppers of 2026"]);
});
