import { invitationOf, invite, PASSWORD } from "@academy/shared/test/people";
import type { Page } from "playwright-core";
import type { Editor } from "./api";
import type { Visitor } from "./browser";
import { toast } from "./dashboard";
import type { Product } from "./product";

/** Makes somebody an author, without a browser. */
export async function enlist(
  administrator: Editor,
  who: { name: string; email: string; password: string },
): Promise<void> {
  const invitation = invitationOf(await invite(administrator, { email: who.email }));
  await administrator.call("POST", "/api/auth/register", { ...who, invitation });
}

/** People whom an administrator invites, each in a browser of their own. */
export class People {
  constructor(
    private readonly product: Product,
    private readonly administrator: Editor,
    private readonly visitor: Visitor,
  ) {}

  /** Somebody has just accepted an invitation, and opens a tab of the dashboard. */
  async join(name: string, email: string, query: string): Promise<Page> {
    const page = await this.visitor.page();
    await page.goto(await invite(this.administrator, { email }));
    await register(page, name, email);
    await toast(page, "Account created successfully!").waitFor();
    await page.goto(`${this.product.url}/admin/dashboard?${query}`);
    await opened(page);
    return page;
  }
}

const opened = (page: Page) => page.getByRole("tabpanel").getByRole("heading").first().waitFor();

/** Fills in the register form. */
export async function register(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Fills in the sign-in form. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.locator('[name="password"]').fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Waits until a page that needs a session has none any more. */
export const signedOut = (page: Page) => page.getByRole("heading", { name: "Welcome Back" }).waitFor();
