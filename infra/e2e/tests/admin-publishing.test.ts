import type { Page } from "playwright-core";
import { describe } from "vitest";
import type { Editor } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { answer, toast } from "../src/dashboard";
import { Receiver, verified } from "../src/receiver";
import { test as base, expect } from "../src/test";
import { eventually } from "../src/wait";

// Settings, Publishing: who is told of changes, and what became of each message.

const view = "tab=settings&view=publishing";

const test = base.extend("environment", { scope: "file" }, { WEBHOOK_PRIVATE_TARGETS: "true" });

describe("webhooks", () => {
  let receiver: Receiver;
  test.beforeAll(async () => {
    receiver = await Receiver.start();
  });
  test.afterAll(() => receiver?.stop());

  /** Publishes an article and returns the fingerprint of the content with it. */
  async function save(editor: Editor, title: string): Promise<string> {
    await editor.call("POST", "/api/articles", { title, content: "<p>Text</p>", status: "published" });
    return (await editor.status()).content_fingerprint;
  }

  const webhook = (page: Page, name: string) =>
    page.getByRole("list", { name: "Webhooks" }).getByRole("listitem").filter({ hasText: name });
  /** The newest delivery to an endpoint. */
  const delivery = (page: Page, name: string) =>
    page.getByRole("table", { name: "Deliveries" }).getByRole("row").filter({ hasText: name }).first();

  test("one is added by keyboard, shows its secret once, and is told of what is saved", async ({
    editor,
    dashboard,
  }) => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await dashboard.open(view, { permissions });
    await page.getByText("No webhooks").waitFor();
    await page.getByRole("button", { name: "Add Webhook" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add Webhook" });
    await eventually("the name has the focus", () =>
      dialog.getByRole("textbox", { name: "Name" }).evaluate((field) => field === document.activeElement),
    );
    await page.keyboard.type("Mirror");
    await page.keyboard.press("Tab");
    await page.keyboard.type(receiver.url);
    await dialog.getByLabel("Interval in seconds").fill("1");
    await page.keyboard.press("Enter");

    const secrets = page.getByRole("dialog", { name: "Secret of Mirror" });
    await secrets.waitFor();
    const secret = await secrets.getByRole("textbox", { name: "Secret" }).inputValue();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    await eventually("Copy has the focus", () =>
      secrets.getByRole("button", { name: "Copy" }).evaluate((button) => button === document.activeElement),
    );
    await page.keyboard.press("Enter");
    await secrets.getByText("Copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await page.keyboard.press("Escape");
    await secrets.waitFor({ state: "hidden" });
    expect(await page.content()).not.toContain(secret);

    // At once of the content as it is, and then of the change.
    expect(verified(await receiver.toldOf((await editor.status()).content_fingerprint), secret)).toBe(true);
    await webhook(page, "Mirror").getByText("Delivered").waitFor();
    const message = await receiver.toldOf(await save(editor, "Told to the mirror"));
    expect(verified(message, secret)).toBe(true);
    await page.getByLabel("Endpoint").selectOption({ label: "Mirror" });
    await page.getByText(/\d found$/).waitFor();
    await delivery(page, "Mirror").getByText("Delivered").waitFor();
    expect(await delivery(page, "Mirror").textContent()).toContain("202");
  });

  test("a failure is shown with its reason, and the message is sent again once the endpoint has recovered", async ({
    editor,
    dashboard,
  }) => {
    const page = await dashboard.open(view);
    receiver.status = 500;
    const fingerprint = await save(editor, "Not taken at first");
    await receiver.toldOf(fingerprint);
    await page.getByLabel("Endpoint").selectOption({ label: "Mirror" });
    await delivery(page, "Mirror").getByText("Failing").waitFor();
    await delivery(page, "Mirror").getByText("It answered 500 Internal Server Error.").waitFor();
    await delivery(page, "Mirror").getByText("Next try at").waitFor();
    await webhook(page, "Mirror").getByText("It answered 500 Internal Server Error.").waitFor();

    await delivery(page, "Mirror")
      .getByRole("button", { name: /^Redeliver/ })
      .click();
    await toast(page, "Mirror did not take the message: it answered 500 Internal Server Error").waitFor();
    receiver.status = 200;
    const before = receiver.messages.length;
    await delivery(page, "Mirror")
      .getByRole("button", { name: /^Redeliver/ })
      .click();
    await toast(page, "Mirror took the message").waitFor();
    await delivery(page, "Mirror").getByText("Delivered").waitFor();
    await webhook(page, "Mirror").getByText("Delivered").waitFor();
    expect(receiver.messages.length).toBeGreaterThan(before);

    await page.getByLabel("State").selectOption({ label: "Failing" });
    await page.getByText("Nothing matches").waitFor();
    // The publisher's messages are there too, and can be sent again.
    await page.getByLabel("State").selectOption({ label: "Any state" });
    await page.getByLabel("Endpoint").selectOption({ label: "Publisher" });
    await delivery(page, "Publisher")
      .getByRole("button", { name: /^Redeliver/ })
      .click();
    await toast(page, "Publisher took the message").waitFor();
  });

  test("what is wrong is said at the field, and who saved in between is not overwritten unawares", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/422/, /412/);
    const page = await dashboard.open(view);
    await page.getByRole("button", { name: "Add Webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Webhook" });
    await dialog.getByRole("textbox", { name: "Address" }).fill("ftp://build.example.com");
    await dialog.getByRole("button", { name: "Add Webhook" }).click();
    await dialog.getByText("Give the webhook a name.").waitFor();
    await dialog.getByText("Give a full address that begins with https://.").waitFor();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Build of the host");
    await dialog.getByRole("textbox", { name: "Address" }).fill("https://build.invalid/hook");
    await dialog.getByLabel("Kind").selectOption({ label: "Build hook" });
    await dialog.getByRole("switch", { name: "Active" }).setChecked(false);
    await dialog.getByRole("button", { name: "Add Webhook" }).click();
    // Nothing is signed, so there is no secret to show.
    await dialog.waitFor({ state: "hidden" });
    await webhook(page, "Build of the host").getByText("Switched off").waitFor();

    await page.getByRole("button", { name: "Edit Build of the host" }).click();
    const edit = page.getByRole("dialog", { name: "Edit Webhook: Build of the host" });
    await edit.getByRole("textbox", { name: "Name" }).fill("Mine");
    const [stored] = (await editor.call<{ id: string; name: string }[]>("GET", "/api/admin/webhooks")).filter(
      ({ name }) => name === "Build of the host",
    );
    await editor.call("PUT", `/api/admin/webhooks/${stored?.id}`, { name: "Theirs", interval_seconds: 90 });
    await edit.getByRole("button", { name: "Save Webhook" }).click();
    await edit.getByText("Somebody else changed this webhook since you opened it.").waitFor();
    await edit.getByRole("button", { name: "Load theirs" }).click();
    expect(await edit.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Theirs");
    expect(await edit.getByLabel("Interval in seconds").inputValue()).toBe("90");
    await edit.getByRole("textbox", { name: "Name" }).fill("Both");
    await edit.getByRole("button", { name: "Save Webhook" }).click();
    await edit.waitFor({ state: "hidden" });
    await webhook(page, "Both").getByText("At most once in 90 s").waitFor();

    await page.getByRole("button", { name: "Test Both" }).click();
    await toast(page, "Both did not take the message").waitFor();
    await page.getByRole("button", { name: "Delete Both" }).click();
    await answer(page, "Delete the webhook Both? It is told nothing any more.", "Cancel");
    await webhook(page, "Both").waitFor();
    await page.getByRole("button", { name: "Delete Both" }).click();
    await answer(page, "Delete the webhook Both? It is told nothing any more.", "Delete");
    await webhook(page, "Both").waitFor({ state: "hidden" });
  });

  test("lists that cannot be loaded say so and can be asked again", async ({ dashboard, visitor }) => {
    visitor.expected.push(/ERR_FAILED/);
    const page = await dashboard.open("tab=settings&view=account");
    const calls = /\/api\/(admin\/webhooks|publish\/deliveries)/;
    await page.route(calls, (route) => route.abort());
    await page.getByRole("tab", { name: "Publishing" }).click();
    await page.getByText("The webhooks could not be loaded").waitFor();
    await page.getByText("The deliveries could not be loaded").waitFor();
    await page.unroute(calls);
    for (const [panel, row] of [
      ["Webhooks", webhook(page, "Mirror")],
      ["Deliveries", delivery(page, "Mirror")],
    ] as const) {
      const retry = page.getByRole("region", { name: panel }).getByRole("button", { name: "Try again" });
      // They are also tried again by themselves, which may take the button away.
      await eventually(
        `${panel} are there`,
        async () => (await row.isVisible()) || void (await retry.click({ timeout: 1000 })),
      );
    }
  });

  test("an author sees the deliveries, and not the webhooks", async ({ product, editor, dashboard, visitor }) => {
    const email = "author@academy.test";
    const { link } = await editor.call<{ link: string }>("POST", "/api/admin/invitations", { email, role: "author" });
    const page = await visitor.page();
    const registered = await page.request.post(`${product.url}/api/auth/register`, {
      data: {
        email,
        name: "Test Author",
        password: "another long passphrase",
        invitation: new URL(link).searchParams.get("invitation"),
      },
    });
    expect(registered.status()).toBe(201);
    await page.goto(dashboard.address(view));
    await delivery(page, "Mirror").waitFor();
    expect(await page.getByRole("heading", { name: "Webhooks" }).count()).toBe(0);
    await page.getByLabel("Endpoint").selectOption({ label: "Mirror" });
    await delivery(page, "Mirror")
      .getByRole("button", { name: /^Redeliver/ })
      .click();
    await toast(page, "Mirror took the message").waitFor();
  });

  test("what was not taken when the CMS was killed is told by the next", async ({ product, editor }) => {
    receiver.status = 500;
    const fingerprint = await save(editor, "Saved before the end");
    await receiver.toldOf(fingerprint);
    const pid = await product.pid("cms-api serve");
    process.kill(pid, "SIGKILL");
    receiver.status = 202;
    interface Delivery {
      endpoint: string;
      state: string;
      fingerprint: string;
    }
    await eventually("it is told", async () => {
      const deliveries = await editor.call<Delivery[]>("GET", "/api/publish/deliveries");
      const mine = deliveries.filter((each) => each.endpoint === "Mirror");
      // The message of the process that is gone is not tried any more.
      return (
        mine[0]?.state === "delivered" &&
        mine[0].fingerprint === fingerprint &&
        mine.every(({ state }) => state !== "failing")
      );
    });
    expect(await product.pid("cms-api serve")).not.toBe(pid);
  });

  test("axe finds nothing in both themes", async ({ dashboard }) => {
    const page = await dashboard.open(view);
    await webhook(page, "Mirror").waitFor();
    await delivery(page, "Mirror").waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Edit Mirror" }).click();
    await page.getByRole("dialog", { name: "Edit Webhook: Mirror" }).getByLabel("Kind").waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "New secret for Mirror" }).click();
    const question = "Make a new secret for Mirror? For a day messages are signed with the old one too.";
    await answer(page, question, "Make a new secret");
    await page.getByRole("dialog", { name: "Secret of Mirror" }).getByLabel("Secret").waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});
