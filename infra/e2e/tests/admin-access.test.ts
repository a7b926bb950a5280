import { invite, PASSWORD } from "@academy/shared/test/people";
import { png } from "@academy/shared/test/png";
import type { Locator, Page } from "playwright-core";
import { violationsInBothThemes } from "../src/axe";
import { settled, type Visitor } from "../src/browser";
import { offer, previewed, settings, text, toast, tool, turnTo, unpublished } from "../src/dashboard";
import { enlist } from "../src/people";
import { expect, test } from "../src/test";
import { file } from "../src/upload";

// What a machine can find of the accessibility of what is opened on a screen, in both themes. The screens themselves, and a
// question, which is the same everywhere: admin-accessible.test.ts, and by a second checker
// tests/verify/admin-accessibility.test.ts.

const DIALOG = "[role=dialog]";
/** What a button has opened, and the button. */
const POPUP = `:is(${DIALOG}, [role=menu]), [aria-expanded=true]`;
const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const opened = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name }).waitFor();

async function check(page: Page, what: string, scope?: string): Promise<void> {
  await settled(page);
  expect(await violationsInBothThemes(page, scope), what).toEqual([]);
}

/** Goes to another address of the dashboard without loading it again. */
async function walk(page: Page, address: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/** An address, and what is done there before it is looked at; it waits for what only this form has. */
type State = [name: string, address: string, open: (page: Page) => Promise<unknown>];

const RESET = "/reset-password";
const outside: State[] = [
  [
    "login, refused",
    "/auth",
    async (page) => {
      await field(page, "Email").fill("nobody@academy.test");
      await field(page, "Password").fill("not the passphrase");
      await press(page, /^Log in$/);
      await page.locator(".form-error").waitFor();
    },
  ],
  [
    "register, refused",
    "/auth",
    async (page) => {
      await press(page, "Create an account");
      await field(page, "Name").fill("Nobody");
      await field(page, "Email").fill("nobody@academy.test");
      await field(page, "Password").fill("a long enough passphrase");
      await press(page, "Create account");
      await page.locator(".form-error").waitFor();
    },
  ],
  ["invitation", "/auth?invitation=one.two", (page) => page.getByText("You are invited").waitFor()],
  ["phone", "/auth?mode=phone", (page) => page.getByRole("button", { name: "Send OTP" }).waitFor()],
  [
    "code, refused",
    "/auth?mode=phone",
    async (page) => {
      await field(page, "Name").fill("Meera");
      await field(page, "Phone").fill("+919876500000");
      await press(page, "Send OTP");
      await field(page, "OTP").fill("000000");
      await press(page, "Verify OTP");
      await toast(page, "Invalid OTP").waitFor();
    },
  ],
  ["forgot password", "/forgot-password", (page) => page.getByRole("button", { name: "Send reset link" }).waitFor()],
  [
    "link sent",
    "/forgot-password",
    async (page) => {
      await field(page, "Email").fill("nobody@academy.test");
      await press(page, "Send reset link");
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
    },
  ],
  ["reset without token", RESET, (page) => page.getByText("This link is incomplete").waitFor()],
  [
    "reset, refused",
    "/reset-password?token=x",
    async (page) => {
      await field(page, "New password").fill("a long enough passphrase");
      await press(page, "Set password");
      await page.locator(".form-error").waitFor();
    },
  ],
];

test("nothing is wrong by WCAG 2.2 AA with what somebody sees who is not signed in", async ({
  product,
  editor,
  visitor,
}) => {
  visitor.expected.push(/Failed to load resource/);
  // There is an account: the first one could be made by anybody.
  await editor.status();
  const page = await visitor.page();
  await page.goto(`${product.url}/forgot-password`);
  await page.getByRole("heading").first().waitFor();
  for (const [name, address, open] of outside) {
    // By way of another form, so that each begins anew: to load the page would take longer than to look at it.
    const [away, said] = address.startsWith(RESET) ? ["/auth", "Welcome Back"] : [RESET, "This link is incomplete"];
    await walk(page, away);
    await page.getByText(said).waitFor();
    await walk(page, address);
    await open(page);
    await check(page, name);
  }
});

/** Opens something on the page, looks at it, or at the part of it that is new, and closes it by Escape. */
type Step = [name: string, open: (page: Page, visitor: Visitor) => Promise<unknown>, scope?: string];

/** By the query of their tabs: what is opened there, one after the other. */
const inside: [query: string, steps: Step[]][] = [
  [
    "tab=home",
    [1, 2, 3, 4].map(
      (step): Step => [
        `step ${step} of the wizard`,
        async (page) => {
          await press(page, step === 1 ? "Enroll Now" : "Next");
          await page.locator(`${DIALOG} li:nth-child(${step})[aria-current="step"]`).waitFor();
        },
        DIALOG,
      ],
    ),
  ],
  [
    "tab=articles",
    [
      ["header menu", (page) => tool(page, "Header").click(), POPUP],
      [
        "colours",
        async (page) => {
          await tool(page, "Color").click();
          await field(page, "Other colour").click();
        },
        POPUP,
      ],
      ["video dialog", (page) => tool(page, "Video").click(), POPUP],
      [
        "link dialog",
        async (page) => {
          await text(page).fill("A link");
          await page.keyboard.press("Control+a");
          await tool(page, "Link").click();
          await field(page, "Link address").waitFor();
        },
        POPUP,
      ],
      [
        "image description",
        async (page) => {
          await text(page).click();
          await offer(page, "paste", { image: png(64, 36, [40, 90, 160]) });
          await text(page).locator("img").click();
          await field(page, "Description (alt text)").waitFor();
        },
        POPUP,
      ],
      [
        "a draft and its preview",
        async (page) => {
          await field(page, "Title").fill("Seen before");
          await press(page, /^Preview$/);
          await previewed(page).getByRole("heading", { level: 1, name: "Seen before" }).waitFor();
          await unpublished(page).waitFor();
        },
        "main",
      ],
      [
        "conflict",
        async (page, visitor) => {
          visitor.expected.push(/412/);
          const problem = { status: 412, current: { updated_at: "2026-01-01T09:00:00Z" } };
          await page.route("**/api/articles", (route) => route.fulfill({ status: 412, json: problem }));
          await press(page, "Create Article");
          await opened(page, "Someone else saved this article");
        },
        DIALOG,
      ],
    ],
  ],
  [
    "tab=sections",
    [
      [
        "a new section's types",
        async (page) => {
          await press(page, "Add Section");
          await page.getByRole("combobox", { name: "Section Type" }).click();
          await page.getByRole("option").first().waitFor();
        },
        "main, [role=listbox]",
      ],
      ["section content", (page) => press(page, /^Edit /), DIALOG],
    ],
  ],
  [
    "tab=menus",
    [
      [
        "menus",
        async (page) => {
          await press(page, "Edit Learning Paths");
          await press(page, "Edit PSI");
        },
        "main",
      ],
    ],
  ],
  ["tab=social", [["a link", (page) => press(page, /^Edit /), "main"]]],
  ["tab=videos", [["video texts", (page) => press(page, /^Edit /), DIALOG]]],
  [
    settings("team"),
    [
      [
        "fresh invitation",
        async (page) => {
          await press(page, "New link for cut@academy.test");
          await field(page, "Link").waitFor();
        },
        DIALOG,
      ],
    ],
  ],
  [
    settings("account"),
    [
      [
        "the code for a new phone",
        async (page) => {
          await field(page, "Phone number").fill("98765 00077");
          await press(page, "Send a code");
          await page.getByRole("textbox", { name: "Code", exact: true }).waitFor();
        },
        "main",
      ],
    ],
  ],
  [
    settings("privacy"),
    [
      [
        "a person's data",
        async (page) => {
          await field(page, "Email address or phone number").fill("helper@academy.test");
          await press(page, "Look up");
          await page.getByRole("region", { name: "Stored of helper@academy.test" }).waitFor();
        },
        "main",
      ],
    ],
  ],
  [
    "tab=psi",
    [
      [
        "the session has ended",
        async (page, visitor) => {
          visitor.expected.push(/401/);
          await page.route("**/api/publish/status", (route) => route.fulfill({ status: 401, body: "" }));
          await opened(page, "Your session has ended");
        },
        DIALOG,
      ],
    ],
  ],
];

test("nothing is wrong by WCAG 2.2 AA with what is opened on the tabs and views", async ({
  editor,
  dashboard,
  visitor,
}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: "A lecture", category: "Polity" })) form.set(name, value);
  form.set("file", file("two-minutes.webm"));
  await editor.send("/api/videos", form);
  await enlist(editor, { name: "Helper", email: "helper@academy.test", password: PASSWORD });
  await invite(editor, { email: "cut@academy.test" });
  const page = await dashboard.page();
  for (const [place, [query, steps]] of inside.entries()) {
    const [former = ""] = inside[place - 1] ?? [];
    // Text that is written there is not saved.
    if (["", "tab=articles", settings("account")].includes(former)) {
      await page.goto(dashboard.address(query));
      await page.getByRole("tabpanel").getByRole("heading").first().waitFor();
    } else await turnTo(page, query);
    for (const [at, [name, open, scope]] of steps.entries()) {
      await open(page, visitor);
      await check(page, name, scope);
      if (query !== "tab=home" && at < steps.length - 1) await close(page, page.locator(`${DIALOG}:visible`));
    }
  }
});

async function close(page: Page, dialogs: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  await dialogs.first().waitFor({ state: "hidden" });
}
