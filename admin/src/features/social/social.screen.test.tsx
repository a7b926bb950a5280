import type { Editor } from "@academy/shared/test/editor";
import { answer, expect, screen, test, within } from "@/test/dashboard";
import { named, value } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";

// Social links: added, edited in place, deleted, and refused.

const linkTo = async (editor: Editor, name: string) => {
  const all = await editor.call<Record<string, unknown>[]>("GET", "/api/admin/social-media");
  return all.find(({ platform }) => platform === name);
};

test("links are added with the platform's colour, edited in place and deleted", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=social");
  const add = await screen.findByRole("button", { name: "Add Link" });
  expect(value(named("color"))).toBe("#667eea");
  expect(value(named("order_index"))).toBe("0");
  await user.click(add);
  await told("Please fill in platform and URL");
  await user.selectOptions(named("platform"), "Github");
  expect(value(named("color"))).toBe("#181717");
  await fill(user, named("url"), "https://github.com/academy");
  await fill(user, named("order_index"), "nine");
  await user.click(add);
  await told("Social media link added successfully");
  expect(await linkTo(editor, "Github")).toMatchObject({ color: "#181717", order_index: 0, active: true });

  await user.click(await screen.findByRole("button", { name: "Edit Github" }));
  const row = await screen.findByRole("form", { name: "Edit Github" });
  await fill(user, named("order_index", row), "7");
  await user.click(within(row).getByRole("checkbox", { name: "Active" }));
  await user.click(within(row).getByRole("button", { name: "Save" }));
  await told("Social media link updated successfully");
  expect(await linkTo(editor, "Github")).toMatchObject({ order_index: 7, active: false });
  await user.click(await screen.findByRole("button", { name: "Delete Github" }));
  await answer(user, "Are you sure you want to delete this social media link?", "Delete");
  await told("Social media link deleted successfully");
  expect(await linkTo(editor, "Github")).toBeUndefined();
});

test("a link that is refused says why", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=social");
  await screen.findByRole("button", { name: "Add Link" });
  await user.selectOptions(named("platform"), "Github");
  await fill(user, named("url"), "javascript:alert(1)");
  await user.click(screen.getByRole("button", { name: "Add Link" }));
  const failed = await told("Failed to add social media link");
  expect(failed.querySelector(".toast-detail")?.textContent).toMatch(/\w/);
  expect(await linkTo(editor, "Github")).toBeUndefined();
});
