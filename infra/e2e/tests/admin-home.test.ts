import { devices, type Page } from "playwright-core";
import { focused, keepMessages } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually, gate } from "../src/wait";

// The dashboard as a browser loads and lays it out, and the ways through it: by keyboard over the browser's own
// shortcuts, and in a hand. What everybody may read is read without the session; everything else with it.

test("a long name leaves room for the publish status", async ({ people }) => {
  const name = "Venkata Naga Satyanarayana Subrahmanyeswara Rao Chowdary Venkata Naga Satyanarayana";
  const page = await people.join(name, "v@academy.test", "tab=home");
  for (const width of [769, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // The words of the status change while it is asked for: both places are read at once.
    await eventually(`the name leaves room at ${width} px`, () =>
      page.evaluate(() => {
        const [welcome, status] = [".header-welcome", ".publish-path"].map((name) =>
          document.querySelector(name)?.getBoundingClientRect(),
        );
        return welcome && status && (status.y >= welcome.bottom || welcome.right <= status.x);
      }),
    );
  }
});

test("the code of a tab comes while it is asked who opens it, and when the pointer or the focus comes near", async ({
  dashboard,
}) => {
  /** The page's files so far, by name: SettingsTab. */
  const files = (page: Page) => {
    const names = new Set<string>();
    page.on("request", (request) => {
      const [, name] = /\/admin\/assets\/(\w+)-[^/]+\.js$/.exec(request.url()) ?? [];
      if (name) names.add(name);
    });
    return names;
  };
  for (const [query, wanted, heading] of [
    ["tab=articles", ["ArticlesTab"], "Create Article"],
    ["tab=settings&view=account", ["SettingsTab", "AccountView"], "Your account"],
  ] as const) {
    const page = await dashboard.page();
    const fetched = files(page);
    const { opened, open } = gate();
    await page.route("**/api/auth/me", async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto(dashboard.address(query), { waitUntil: "commit" });
    await eventually(`${wanted} are on their way`, () => wanted.every((name) => fetched.has(name)));
    open();
    await page.getByRole("heading", { name: heading }).waitFor();
  }

  const page = await dashboard.open("tab=home");
  const fetched = files(page);
  const near = (name: string) => eventually(`${name} is on its way`, () => fetched.has(name));
  await page.getByRole("tab", { name: "Videos" }).hover();
  await near("VideosTab");
  await page.getByRole("tab", { name: "Settings" }).focus();
  await near("SettingsTab");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Team" }).hover();
  await near("TeamView");
  expect(fetched).not.toContain("PsiTab");
});

test("a field with a mistake comes into sight", async ({ dashboard, visitor }) => {
  visitor.expected.push(/status of 422/);
  const page = await dashboard.open("tab=settings");
  const channel = page.getByRole("textbox", { name: "Community channel" });
  await channel.fill("https://x:99999/");
  await page.getByRole("switch", { name: "Loop" }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await focused(channel);
  const box = await channel.boundingBox();
  expect(box && box.y > 60 && box.y < 900, "it is in sight").toBe(true);
});

test("Ctrl+K is the palette's, but the link's in the text; a list is selected and published by keyboard", async ({
  editor,
  dashboard,
}) => {
  for (const number of [1, 2, 3]) {
    await editor.call("POST", "/api/articles", { title: `By keyboard ${number}`, content: "<p>Text</p>" });
  }
  const page = await dashboard.open("tab=home");
  await keepMessages(page);
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search" });
  await focused(search);
  await search.pressSequentially("articles");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Create Article" }).waitFor();
  await focused(page.locator("#tab-panel"));

  const text = page.locator("[contenteditable=true]");
  await text.click();
  await page.keyboard.type("word");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Link address" }).waitFor();
  expect(await search.count()).toBe(0);
  await page.keyboard.press("Escape");

  const box = (number: number) => page.getByRole("checkbox", { name: `Select By keyboard ${number}` });
  await box(3).focus();
  await page.keyboard.press("Space");
  await box(1).focus();
  await page.keyboard.press("Shift+Space");
  await page.getByText("3 selected").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  const message = page.locator(".toast", { hasText: "3 articles published" });
  await message.waitFor();
  await page.keyboard.press("Alt+t");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".toast", { hasText: "Undone" }).waitFor();
  const drafts = await editor.call<unknown[]>("GET", "/api/articles?status=draft&q=keyboard");
  expect(drafts).toHaveLength(3);
});

test("on a phone the tabs are in a drawer, and a tap leads to one", async ({ dashboard }) => {
  const page = await dashboard.open("tab=home", { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "Tabs" }).tap();
  await page.getByRole("dialog", { name: "Dashboard" }).getByRole("tab", { name: "Trash" }).tap();
  await page.getByRole("tabpanel", { name: "Trash" }).getByRole("heading", { name: "Trash" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("what everybody may read is read without the session; who is there, with it", async ({ dashboard }) => {
  const page = await dashboard.page();
  const cookieOf = async (path: RegExp, ask: () => Promise<unknown>) => {
    const [asked] = await Promise.all([
      page.waitForRequest((request) => path.test(new URL(request.url()).pathname)),
      ask(),
    ]);
    return asked.headerValue("cookie");
  };
  expect(await cookieOf(/^\/api\/auth\/me$/, () => page.goto(dashboard.address("tab=home")))).toContain("session");
  for (const [tab, path] of [
    ["PSI", /^\/api\/page-content\/adhva-vibes-psi$/],
    ["Settings", /^\/api\/settings$/],
    ["Sections", /^\/api\/sections$/],
  ] as const) {
    expect(await cookieOf(path, () => page.getByRole("tab", { name: tab, exact: true }).click()), tab).toBeNull();
    await page.getByRole("tabpanel", { name: tab, exact: true }).getByRole("heading").first().waitFor();
  }
  const edit = page.getByRole("button", { name: /^Edit / }).first();
  expect(await cookieOf(/^\/api\/page-content\/home\//, () => edit.click())).toBeNull();
});
