import type { Editor } from "@academy/shared/test/editor";
import { vi } from "vitest";
import { reply } from "@/test/calls";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { fill, focused } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist } from "@/test/people";
import * as commands from "./commands";

// Ctrl+K finds places, articles, pages and leads and goes there; ? lists the shortcuts.

const ARTICLES = /^\/api\/articles\?q=/;
const search = () => screen.findByRole("combobox", { name: "Search" });
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const gone = () => waitFor(() => expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull());
const chosen = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;
const make = (editor: Editor, title: string) =>
  editor.call<{ id: string }>("POST", "/api/articles", { title, content: "<p>Text</p>" });

test("goes where the arrow keys lead, and gives the focus back where it was left", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const { id } = await make(editor, "Zebra crossing");
  await dashboard.open("tab=home");
  const enroll = await screen.findByRole("button", { name: "Enroll Now" });
  enroll.focus();
  await user.keyboard("{Control>}k{/Control}");
  let field = await search();
  await focused(field);
  await user.keyboard("{Escape}");
  await gone();
  await focused(enroll);

  await user.keyboard("{Control>}k{/Control}");
  field = await search();
  await user.keyboard("trash");
  expect(options()).toEqual(["TrashSite"]);
  await user.keyboard("{Enter}");
  await gone();
  await screen.findByRole("heading", { name: "Trash" });
  await focused(() => document.getElementById("tab-panel"));

  await user.keyboard("{Meta>}k{/Meta}{Control>}k{/Control}");
  field = await search();
  await user.keyboard("art");
  expect(chosen(field)).toBe("ArticlesContent");
  await user.keyboard("{ArrowDown}");
  expect(chosen(field)).toBe("New article");
  await user.keyboard("{ArrowUp}");
  expect(chosen(field)).toBe("ArticlesContent");
  await fill(user, field, "zebra");
  await screen.findByRole("option", { name: /^Zebra crossing/ });
  within(screen.getByRole("group", { name: "Articles" })).getByText("Zebra crossing");
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { name: "Edit Article" });
  expect(window.location.search).toBe(`?tab=articles&edit=${id}`);
});

test("shows the last answer, says what failed, and finds a lead where it stands", async ({ editor, dashboard }) => {
  const { user, calls } = dashboard;
  await make(editor, "Quartz veins");
  await make(editor, "Quagga herds");
  await editor.call("POST", "/api/contact", { name: "Quincy", email: "quincy@example.org", message: "Hello" });
  await dashboard.open("tab=home");
  const slow = calls.hold("GET", /^\/api\/articles\?q=quartz/);
  await user.keyboard("{Control>}k{/Control}");
  const field = await search();
  await fill(user, field, "quartz");
  await waitFor(() => expect(calls.of("GET", ARTICLES)).toHaveLength(1));
  await fill(user, field, "quagga");
  await screen.findByRole("option", { name: /^Quagga herds/ });
  slow.release();
  await waitFor(() => expect(calls.of("GET", ARTICLES)[0]?.status).toBe(200));
  expect(screen.queryByRole("option", { name: /^Quartz/ })).toBeNull();
  // Enter opens nothing that an earlier query has found.
  const late = calls.hold("GET", /^\/api\/articles\?q=quince/);
  await fill(user, field, "quince");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(calls.of("GET", /q=quince/)).not.toHaveLength(0));
  await user.keyboard("{Enter}");
  expect(screen.getByRole("combobox", { name: "Search" })).toBe(field);
  late.release();

  const restore = calls.answer("GET", /^\/api\/admin\/pages\?q=/, () =>
    reply(503, { detail: "The database is away." }),
  );
  await fill(user, field, "quincy");
  await screen.findByText("Not searched: Pages. The database is away.");
  restore();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/^Not searched/)).toBeNull());
  await focused(field);
  dashboard.expected.push(/503/);
  await user.click(screen.getByRole("option", { name: /^Quincy/ }));
  await screen.findByRole("article", { name: "Message from Quincy" });
  expect(screen.getByRole("searchbox", { name: "Search" })).toHaveProperty("value", "quincy@example.org");

  // The same again, after somebody has searched for something else.
  await fill(user, screen.getByRole("searchbox", { name: "Search" }), "somebody else");
  await waitFor(() => expect(screen.queryByRole("article", { name: "Message from Quincy" })).toBeNull());
  await user.keyboard("{Control>}k{/Control}");
  await fill(user, await search(), "quincy");
  await user.click(await screen.findByRole("option", { name: /^Quincy/ }));
  await screen.findByRole("article", { name: "Message from Quincy" });

  await user.keyboard("{Control>}k{/Control}");
  await fill(user, await search(), "enrollment new");
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Enroll a student" });
  expect(window.location.search).toBe("");
});

test("asks before it leaves what is not saved, and opens over no dialog", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=settings");
  await fill(user, await screen.findByRole("textbox", { name: "Site title" }), "Typed");
  await user.keyboard("{Control>}k{/Control}");
  await fill(user, await search(), "videos");
  await user.keyboard("{Enter}");
  const question = "Leave without saving? Your changes stay on this device until you come back.";
  await screen.findByRole("dialog", { name: question });
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull();
  await answer(user, question, "Keep editing");
  expect(window.location.search).toBe("?tab=settings");
});

test("offers an author nothing of administrators; ? lists the shortcuts, but not to who types", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const author = await enlist(cms, editor, { name: "Ravi", email: "ravi.palette@academy.test" });
  await dashboard.open("tab=psi", { editor: author });
  const title = await screen.findByRole("textbox", { name: "Hero title" });
  await fill(user, title, "Ready");
  await user.keyboard("?");
  expect(title).toHaveProperty("value", "Ready?");
  title.blur();
  await user.keyboard("?");
  const list = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  within(list.getByRole("region", { name: "Editor" })).getByText("Blockquote");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("{Control>}k{/Control}");
  await fill(user, await search(), "settings");
  expect(options()).toEqual([
    "SettingsSite",
    "SiteSettings",
    "AccountSettings",
    "PublishingSettings",
    "RedirectsSettings",
  ]);
});

test("says that the search could not be loaded, and leaves the dashboard as it is", async ({ dashboard }) => {
  const { user } = dashboard;
  dashboard.expected.push(/the line is cut/);
  vi.spyOn(commands, "commandsFor").mockImplementation(() => {
    throw new Error("the line is cut");
  });
  await dashboard.open("tab=home");
  const enroll = await screen.findByRole("button", { name: "Enroll Now" });
  await user.keyboard("{Control>}k{/Control}");
  await told("The search could not be loaded");
  expect(screen.getByRole("button", { name: "Enroll Now" })).toBe(enroll);
});
