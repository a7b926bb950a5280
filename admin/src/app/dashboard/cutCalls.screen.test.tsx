import { describe } from "vitest";
import { answer, type Dashboard, expect, screen, test } from "@/test/dashboard";
import { named } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";

// Tabs whose connection breaks. Uploads and webhooks have tests of their own.

const CANNOT = /^Cannot connect to backend server at /;

/** Waits for the message of these words, with the reason below them. */
async function fails(words: string): Promise<void> {
  const message = await told(words);
  expect(message.querySelector(".toast-text")?.firstChild?.textContent).toBe(words);
  expect(message.querySelector(".toast-detail")?.textContent).toMatch(CANNOT);
}

const button = async (name: string | RegExp) => (await screen.findAllByRole("button", { name }))[0] as HTMLElement;
const press = async ({ user }: Dashboard, name: string | RegExp) => user.click(await button(name));

test.for([
  ["home", /^\/api\/articles/],
  ["articles", /^\/api\/articles\?/],
  ["videos", /^\/api\/videos\?/],
  ["psi", /^\/api\/page-content\//],
  ["settings", /^\/api\/settings$/],
  ["social", /^\/api\/admin\/social-media$/],
] as const)("%s: Failed to load data", async ([tab, call], { dashboard }) => {
  dashboard.calls.cut("GET", call);
  await dashboard.visit(`/admin/dashboard?tab=${tab}`);
  await fails("Failed to load data");
});

test("an article is neither created, updated nor deleted", async ({ editor, dashboard }) => {
  await editor.call("POST", "/api/articles", { title: "Stays", content: "<p>Text</p>", status: "draft" });
  await dashboard.open("tab=articles");
  for (const method of ["POST", "PUT", "DELETE"]) dashboard.calls.cut(method, /^\/api\/articles(\/[^/]+)?$/);
  // Else the title may be saved as a draft before it is cleared, and leaving the form asks first.
  dashboard.calls.cut("PUT", /\/working-copy$/);
  await button("Create Article");
  await fill(dashboard.user, named("title"), "Cut off");
  await press(dashboard, "Create Article");
  await fails("Failed to create article");
  await fill(dashboard.user, named("title"), "");
  await press(dashboard, "Edit Stays");
  await button("Update Article");
  await fill(dashboard.user, named("title"), "Cut off");
  await press(dashboard, "Update Article");
  await fails("Failed to update article");
  await press(dashboard, "Delete Stays");
  await answer(dashboard.user, "Are you sure you want to delete this article?", "Delete");
  await fails("Failed to delete article");
});

test("the police page's texts are not saved", async ({ dashboard }) => {
  await dashboard.open("tab=psi");
  dashboard.calls.cut("PUT", /^\/api\/content\//);
  await fill(dashboard.user, await screen.findByRole("textbox", { name: "Hero title" }), "Cut off");
  await press(dashboard, "Save PSI Content");
  await fails("Failed to update content");
});

test("a social link is neither added, updated nor deleted", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=social");
  for (const method of ["POST", "PUT", "DELETE"]) dashboard.calls.cut(method, /^\/api\/admin\/social-media/);
  await button("Add Link");
  await user.selectOptions(named("platform"), "Twitter");
  await fill(user, named("url"), "https://twitter.com/academy");
  await press(dashboard, "Add Link");
  await fails("Failed to add social media link");
  await press(dashboard, /^Delete /);
  await answer(user, "Are you sure you want to delete this social media link?", "Delete");
  await fails("Failed to delete social media link");
  await press(dashboard, /^Edit /);
  const row = await screen.findByRole("form", { name: /^Edit / });
  await fill(user, named("order_index", row), "9");
  await press(dashboard, "Save");
  await fails("Failed to update social media link");
});

describe("sections", () => {
  test("are not deleted, and their texts are not loaded", async ({ dashboard }) => {
    const { user } = dashboard;
    dashboard.expected.push(/section update failed/);
    await dashboard.open("tab=sections");
    dashboard.calls.cut("DELETE", /^\/api\/admin\/sections\//);
    dashboard.calls.cut("GET", /^\/api\/page-content\//);
    await press(dashboard, /^Delete /);
    await answer(user, /^Are you sure you want to delete "/, "Delete");
    await answer(user, /^Failed to delete section: Cannot connect to backend server/, "OK");
    await press(dashboard, /^Edit /);
    await screen.findByText("Failed to load section content");
  });

  test("cannot be listed", async ({ dashboard }) => {
    dashboard.calls.cut("GET", /^\/api\/sections$/);
    await dashboard.visit("/admin/dashboard?tab=sections");
    await screen.findByText(/^Error loading sections: Cannot connect to backend server/);
  });
});
