import type { Page } from "playwright-core";
import { focused } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually, gate } from "../src/wait";

// The dashboard as a browser loads and lays it out.

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
