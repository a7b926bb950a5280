import path from "node:path";
import { PASSWORD } from "@academy/shared/test/people";
import { devices, type Page } from "playwright-core";
import { administrator, Editor } from "../src/api";
import { confirm, focused, rested, settings, toast, uploadTo } from "../src/dashboard";
import { finger, type Hands, keys, mouse } from "../src/hands";
import { enlist, logIn, register, signedOut } from "../src/people";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Signing in and out, and joining, in real browsers. What each form says: the screen tests of auth, team and account.

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const VIDEO = path.resolve(
  import.meta.dirname,
  "../../../cms-api/internal/media/videofile/testdata/with-duration.webm",
);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const MANNERS: readonly [manner: string, hands: Hands, options: object][] = [
  ["mouse", mouse, {}],
  ["keys", keys, {}],
  ["finger", finger, phone],
];

test.for(MANNERS)(
  "signs in, goes on where the session ended, and logs out, by %s",
  async ([manner, hands, options], { product, editor, dashboard, visitor }) => {
    visitor.expected.push(/status of 401/);
    const who = { name: `Ravi ${manner}`, email: `ravi.${manner}@academy.test`, password: PASSWORD };
    await enlist(editor, who);
    const page = await visitor.page(options);
    await page.goto(dashboard.address(settings("account")));
    await signedOut(page);
    await hands.write(page.getByRole("textbox", { name: "Email" }), who.email);
    await hands.write(page.getByLabel("Password", { exact: false }).first(), who.password);
    await hands.press(button(page, "Log in"));
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    expect(new URL(page.url()).search).toBe(`?${settings("account")}`);

    // Ended elsewhere: what was typed is stored once the same person has signed in again.
    await hands.write(page.getByRole("textbox", { name: "Name", exact: true }), " Kumar");
    await rested(page);
    await page.context().clearCookies();
    await hands.press(button(page, "Change name"));
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await focused(dialog.getByLabel("Password").first());
    await page.keyboard.type(who.password);
    await page.keyboard.press("Enter");
    await toast(page, "Name changed").waitFor();
    await dialog.waitFor({ state: "hidden" });

    // How a finger finds it: admin-layout.test.ts.
    if (hands === finger) return;
    await page.goto(dashboard.address("tab=home"));
    await page.getByRole("region", { name: "Latest leads" }).waitFor();
    await rested(page);
    // Before the site's own scripts, which take the message and show it.
    await page.addInitScript(() => Object.assign(globalThis, { left: sessionStorage.getItem("toast") }));
    await hands.press(button(page, "Logout"));
    await page.waitForURL(`${product.url}/`);
    const left = await page.evaluate(() => (globalThis as unknown as { left: string }).left);
    expect(JSON.parse(left)).toEqual({ message: "Logged out successfully", variant: "success" });
    await page.goto(`${product.url}/admin/dashboard`);
    await signedOut(page);
  },
);

test("an upload and another tab go on where the session has ended, and somebody else's window shows nothing of it", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  visitor.expected.push(/status of 401/);
  const ravi = { name: "Ravi Kumar", email: "ravi@academy.test", password: PASSWORD };
  await enlist(editor, ravi);
  const own = await Editor.enter(product);
  const page = await visitor.page(
    {},
    own.cookies().map((cookie) => ({ ...cookie, url: product.url })),
  );
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  // An upload begins when one is signed in again.
  await page.goto(dashboard.address("tab=videos"));
  await page.getByRole("textbox", { name: "Title" }).fill("Late");
  await page.getByRole("textbox", { name: "Category" }).fill("Polity");
  await uploadTo(page, "Video file", VIDEO);
  await rested(page);
  expect((await own.request("POST", "/api/auth/logout")).status).toBe(204);
  await button(page, "Upload Video").click();
  await ended.getByRole("textbox", { name: "Password" }).fill(administrator.password);
  await ended.getByRole("button", { name: "Log in", exact: true }).click();
  await toast(page, "Video uploaded successfully").waitFor();
  const stored = await editor.call<{ title: string }[]>("GET", "/api/videos");
  expect(stored.filter(({ title }) => title === "Late")).toHaveLength(1);

  await page.goto(dashboard.address("tab=settings"));
  const title = page.getByRole("textbox", { name: "Site title" });
  await title.fill("Typed before");
  await page.evaluate(() => fetch("/api/auth/logout", { method: "POST" }));
  const comesBack = (what: string, probe: () => Promise<boolean>) =>
    eventually(what, async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      return probe();
    });
  await comesBack("the end is noticed", () => ended.isVisible());
  const [elsewhere] = await Promise.all([
    page.waitForEvent("popup"),
    ended.getByRole("link", { name: "Log in with your phone in a new tab" }).click(),
  ]);
  await elsewhere.getByRole("heading", { name: "Phone Login" }).waitFor();
  await elsewhere.getByRole("button", { name: "Log in with email" }).click();
  const enter = async (who: { email: string; password: string }) => {
    await logIn(elsewhere, who.email, who.password);
    await button(elsewhere, "Logout").waitFor();
  };
  await enter(administrator);
  await comesBack("the session is noticed", () => ended.isHidden());
  expect(await title.inputValue()).toBe("Typed before");

  // Somebody else goes on here: the page is loaded anew, without what was typed.
  await elsewhere.evaluate(() => fetch("/api/auth/logout", { method: "POST" }));
  await elsewhere.goto(`${product.url}/auth`);
  await enter(ravi);
  const other = page.getByRole("dialog", { name: "Ravi Kumar is signed in now" });
  await comesBack("the other person is noticed", () => other.isVisible());
  page.on("dialog", (dialog) => dialog.accept());
  await other.getByRole("button", { name: "Continue as Ravi Kumar" }).click();
  await page.getByText("Welcome, Ravi Kumar").waitFor();
  await title.waitFor();
  expect(await title.inputValue()).not.toBe("Typed before");
});

test("somebody is invited by keyboard, with the link in the clipboard, and joins in another browser", async ({
  dashboard,
  visitor,
}) => {
  const page = await dashboard.open(settings("team"));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const address = page.getByRole("textbox", { name: "Email address" });
  await address.fill("tara@academy.test");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Invitation for tara@academy.test" });
  await focused(dialog.getByRole("button", { name: "Copy" }));
  await page.keyboard.press("Enter");
  await dialog.getByText("Copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await dialog.getByRole("textbox", { name: "Link" }).inputValue());
  await dialog.getByRole("button", { name: "Done" }).click();
  await focused(address);

  const tara = await visitor.page();
  await tara.goto(link);
  await register(tara, "Tara Sen", "tara@academy.test");
  await toast(tara, "Account created successfully!").waitFor();
  await page.reload();
  await confirm(page, "Remove Tara Sen", "Remove");
  await toast(page, "Tara Sen was removed").waitFor();
  visitor.expected.push(/status of 401/);
  // Nobody touches this page: it notices by itself.
  await tara.getByRole("dialog", { name: "Your session has ended" }).waitFor();
});
