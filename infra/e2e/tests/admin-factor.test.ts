import { PASSWORD } from "@academy/shared/test/people";
import { appCode } from "@academy/shared/test/totp";
import type { Page } from "playwright-core";
import { violationsInBothThemes } from "../src/axe";
import { settled } from "../src/browser";
import { settings, toast } from "../src/dashboard";
import { enlist, logIn, signedOut } from "../src/people";
import { expect, test } from "../src/test";

// Passkeys, which only a browser has, and an authenticator app beside one. What each form says: the screen test of factors.

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function accessible(page: Page, what: string, scope?: string): Promise<void> {
  await settled(page);
  expect(await violationsInBothThemes(page, scope), what).toEqual([]);
}

/** Gives a page the lock of a device, whose owner is there. */
async function withLock(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey and an authenticator app are added, and each signs in", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  const who = { name: "Uma Das", email: "uma@academy.test", password: PASSWORD };
  await enlist(editor, who);
  const page = await visitor.page({ viewport: { width: 360, height: 780 } });
  await withLock(page);
  const account = dashboard.address(settings("account"));
  const inside = () => page.getByRole("heading", { name: "Second factor" }).waitFor();
  const leave = async () => {
    await press(page, "Logout");
    await page.waitForURL(`${product.url}/`);
    await page.goto(account);
    await signedOut(page);
  };
  await page.goto(account);
  await signedOut(page);
  await logIn(page, who.email, who.password);
  await inside();

  await press(page, "Add a passkey");
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Uma's phone");
  await page.keyboard.press("Enter");
  await toast(page, "Passkey added").waitFor();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  await accessible(page, "recovery codes", "[role=dialog]");
  await press(page, "I have kept them");
  await page.getByRole("list", { name: "Passkeys" }).getByText("Uma's phone").waitFor();

  await press(page, "Add an authenticator app");
  const key = (await page.locator(".totp-key code").textContent()) ?? "";
  await accessible(page, "an authenticator app", "[role=dialog]");
  await page.getByRole("textbox", { name: "Code" }).fill(appCode(key));
  await page.keyboard.press("Enter");
  await toast(page, "Authenticator app added").waitFor();
  await press(page, "I have kept them");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), "beyond the screen").toBe(0);

  await leave();
  await press(page, "Use a passkey");
  await inside();
  await page
    .getByText(/^Last used/)
    .first()
    .waitFor();

  await leave();
  await logIn(page, who.email, who.password);
  await page.getByText("One more step").waitFor();
  await accessible(page, "the second step");
  await press(page, "Use a passkey");
  await inside();

  await leave();
  await logIn(page, who.email, who.password);
  // The step's own code was used to add the app.
  await page.getByRole("textbox", { name: "Code" }).fill(appCode(key, 1));
  await page.keyboard.press("Enter");
  await inside();
});
