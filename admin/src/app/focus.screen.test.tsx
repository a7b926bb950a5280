import { administrator, type Editor } from "@academy/shared/test/editor";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { fill, focused, press } from "@/test/hands";
import { told } from "@/test/messages";

// Where the keyboard goes on when what had the focus is busy, gives way to something else, or is gone.

const button = (name: string) => screen.findByRole("button", { name });
const nowOn = (name: string) => focused(() => screen.queryByRole("button", { name }));
const draft = async (editor: Editor, title: string) => {
  await editor.call("POST", "/api/articles", { title, content: "<p>Text</p>" });
  return title;
};

test("a busy button keeps the focus, and takes no second press", async ({ dashboard }) => {
  const { user, calls } = dashboard;
  await dashboard.open("tab=settings");
  const title = await screen.findByRole("textbox", { name: "Site title" });
  const { release } = calls.hold("PUT", /^\/api\/settings$/);
  await fill(user, title, "Adhva");
  const save = await button("Save Settings");
  await press(user, save);
  await waitFor(async () => expect((await button("Save Settings")).getAttribute("aria-disabled")).toBe("true"));
  await user.keyboard("{Enter}");
  await press(user, title);
  (await button("Save Settings")).focus();
  release();
  await told("Settings updated successfully");
  await nowOn("Save Settings");
  expect(calls.of("PUT", /^\/api\/settings$/)).toHaveLength(1);
});

test("a form in a list opens at its first field, and closes where it was opened", async ({ dashboard }) => {
  const { user, calls } = dashboard;
  await dashboard.open("tab=social");
  const url = () => within(screen.getByRole("form", { name: "Edit Telegram" })).getByRole("textbox", { name: "URL" });
  await press(user, await button("Edit Telegram"));
  await focused(url);
  const form = within(screen.getByRole("form", { name: "Edit Telegram" }));
  await press(user, form.getByRole("button", { name: "Cancel" }));
  await nowOn("Edit Telegram");

  await user.keyboard("{Enter}");
  await focused(url);
  await fill(user, url(), "https://t.me/another");
  const mend = calls.cut("PUT", /^\/api\/admin\/social-media\//);
  await press(user, await button("Save"));
  await told("Failed to update social media link");
  mend();
  await nowOn("Save");
  await user.keyboard("{Enter}");
  await told("Social media link updated successfully");
  await nowOn("Edit Telegram");

  await dashboard.leave();
  await dashboard.open("tab=sections");
  await press(user, await button("Add Section"));
  await focused(() => screen.queryByRole("textbox", { name: "Section Name" }));
  await press(user, await button("Cancel"));
  await nowOn("Add Section");
  await user.keyboard("{Enter}");
  await focused(() => screen.queryByRole("textbox", { name: "Section Name" }));
  await user.keyboard("Stories");
  await fill(user, screen.getByRole("combobox", { name: "Section Type" }), "stories");
  await user.keyboard("{Enter}");
  await nowOn("Add Section");
});

test("after a deletion comes the next entry", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const below = await draft(editor, "The one below");
  const gone = await draft(editor, "The one to go");
  const entries: [tab: string, from: string, question: string | RegExp, about: string, to: string][] = [
    [
      ...(["articles", gone, "Are you sure you want to delete this article?"] as const),
      `“${gone}” by ${administrator.name}`,
      below,
    ],
    ["sections", "Why Choose Adhva", 'Are you sure you want to delete "Why Choose Adhva"?', "", "PSI Test Series"],
    [
      ...(["social", "Instagram", "Are you sure you want to delete this social media link?"] as const),
      "Instagram: https://www.instagram.com/",
      "YouTube",
    ],
  ];
  for (const [tab, from, question, about, to] of entries) {
    await dashboard.open(`tab=${tab}`);
    await press(user, await button(`Delete ${from}`));
    const dialog = within(await screen.findByRole("dialog", { name: question }));
    if (about) dialog.getByText(about);
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await nowOn(`Delete ${to}`);
    await dashboard.leave();
  }
});

test("an article is read from its top when it comes into the form, and when it leaves it", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const title = await draft(editor, "Into the form");
  await dashboard.open("tab=articles");
  await press(user, await button(`Edit ${title}`));
  await screen.findByRole("heading", { name: "Edit Article" });
  await focused(() => document.getElementById("tab-panel"));
  await press(user, await button("Cancel"));
  await screen.findByRole("heading", { name: "Create Article" });
  await focused(() => document.getElementById("tab-panel"));
});

test("an article that is refused leads to the wrong field; a cut call says what happened", async ({ dashboard }) => {
  const { user, calls } = dashboard;
  await dashboard.open("tab=articles");
  const tags = await screen.findByRole("textbox", { name: "Tags" });
  await fill(user, screen.getByRole("textbox", { name: "Title" }), "Refused");
  await fill(user, tags, "t".repeat(61));
  await press(user, await button("Create Article"));
  await focused(tags);
  const panel = within(screen.getByRole("tabpanel"));
  await panel.findByText("A tag may have at most 60 characters.");
  await fill(user, tags, "");
  const mend = calls.cut("POST", /^\/api\/articles$/);
  await press(user, await button("Create Article"));
  await panel.findByText(/Cannot connect to backend server/);
  await nowOn("Create Article");
  mend();
});
