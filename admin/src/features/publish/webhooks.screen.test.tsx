import type { Editor } from "@academy/shared/test/editor";
import { CMS } from "@/test/cms";
import { answer, test as base, expect, screen, waitFor, within } from "@/test/dashboard";
import { closed, set, value } from "@/test/forms";
import { fill, focused, press } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist } from "@/test/people";
import { Receiver, verified } from "@/test/receiver";

// Settings, Publishing: webhooks, and what became of each message to them and to the publisher.

const view = "tab=settings&view=publishing";

const test = base
  .extend("publisher", { scope: "file" }, async ({ seeded: _ }, { onCleanup }) => {
    const publisher = await Receiver.start();
    onCleanup(() => publisher.stop());
    return publisher;
  })
  .extend("cms", { scope: "file" }, async ({ seeded, publisher }, { onCleanup }) => {
    const cms = await CMS.start(seeded, { WEBHOOK_PRIVATE_TARGETS: "true", PUBLISHER_URL: publisher.url });
    onCleanup(() => cms.remove());
    return cms;
  })
  .extend("receiver", async ({ seeded: _ }, { onCleanup }) => {
    const receiver = await Receiver.start();
    onCleanup(() => receiver.stop());
    return receiver;
  });

/** Publishes an article and returns the fingerprint of the content with it. */
async function save(editor: Editor, title: string): Promise<string> {
  await editor.call("POST", "/api/articles", { title, content: "<p>Text</p>", status: "published" });
  return (await editor.call<{ content_fingerprint: string }>("GET", "/api/publish/status")).content_fingerprint;
}

/** Has an endpoint told of every change. */
const register = (editor: Editor, name: string, { url }: Receiver) =>
  editor.call<{ id: string }>("POST", "/api/admin/webhooks", { name, url, active: true, interval_seconds: 1 });

const webhook = async (name: string) => {
  const list = within(await screen.findByRole("list", { name: "Webhooks" }));
  return within((await list.findByRole("heading", { name })).closest("li") as HTMLElement);
};
/** The newest delivery to an endpoint. */
const delivery = async (name: string) => {
  const table = await screen.findByRole("table", { name: "Deliveries" });
  const row = () => [...table.querySelectorAll("tbody tr")].find(({ textContent }) => textContent?.includes(name));
  await waitFor(() => expect(row()).toBeDefined());
  return within(row() as HTMLElement);
};
const says = (found: (name: string) => ReturnType<typeof webhook>, name: string, words: string | RegExp) =>
  waitFor(async () => void (await found(name)).getAllByText(words));
async function choose(label: string, option: string): Promise<void> {
  const select = screen.getByLabelText(label);
  const chosen = await within(select).findByRole<HTMLOptionElement>("option", { name: option });
  set(select, chosen.value);
}

test("one is added by keyboard, shows its secret once, and is told of what is saved", async ({
  editor,
  dashboard,
  receiver,
}) => {
  const { user } = dashboard;
  await dashboard.open(view);
  await press(user, await screen.findByRole("button", { name: "Add Webhook" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Webhook" }));
  await focused(dialog.getByRole("textbox", { name: "Name" }));
  await user.keyboard("By keys");
  await user.tab();
  await user.keyboard(receiver.url);
  await fill(user, dialog.getByLabelText(/^Interval in seconds/), "1");
  await user.keyboard("{Enter}");

  const secrets = within(await screen.findByRole("dialog", { name: "Secret of By keys" }));
  const secret = value(secrets.getByRole("textbox", { name: "Secret" }));
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  await focused(secrets.getByRole("button", { name: "Copy" }));
  await user.keyboard("{Enter}");
  await secrets.findByText("Copied.");
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.keyboard("{Escape}");
  await closed("Secret of By keys");
  expect(document.documentElement.outerHTML).not.toContain(secret);

  // At once of the content as it is, and then of the change.
  const { content_fingerprint } = await editor.call<{ content_fingerprint: string }>("GET", "/api/publish/status");
  expect(verified(await receiver.toldOf(content_fingerprint), secret)).toBe(true);
  await says(webhook, "By keys", "Delivered");
  const message = await receiver.toldOf(await save(editor, "Told to the mirror"));
  expect(verified(message, secret)).toBe(true);
  await choose("Endpoint", "By keys");
  await screen.findByText(/\d found$/);
  await says(delivery, "By keys", "Delivered");
  (await delivery("By keys")).getByText("202");
});

test("new leads are sent to one where that is switched on, and its delivery does not show them", async ({
  editor,
  dashboard,
  receiver,
}) => {
  const { user } = dashboard;
  await register(editor, "CRM", receiver);
  await dashboard.open(view);
  await press(user, await screen.findByRole("button", { name: "Edit CRM" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Webhook: CRM" }));
  const leads = dialog.getByRole<HTMLInputElement>("switch", { name: /^New leads/ });
  expect(leads.checked).toBe(false);
  await user.click(leads);
  await user.click(dialog.getByRole("button", { name: "Save Webhook" }));
  await says(webhook, "CRM", "New leads too");
  await editor.call("POST", "/api/contact", { name: "Asha Rao", email: "asha@example.org", message: "Hello" });
  await waitFor(() => expect(receiver.messages.map(({ body }) => JSON.parse(body).type)).toContain("lead.created"));
  await says(delivery, "CRM: a new lead", "Delivered");
  expect(document.body.textContent).not.toContain("Asha Rao");
});

test("what is not taken says why, is tried again, and can be sent again", async ({
  cms,
  editor,
  dashboard,
  receiver,
}) => {
  const { user } = dashboard;
  receiver.status = 500;
  await register(editor, "Refusing", receiver);
  await dashboard.open(view);
  await receiver.toldOf(await save(editor, "Not taken at first"));
  await choose("Endpoint", "Refusing");
  await says(delivery, "Refusing", "Failing");
  await says(delivery, "Refusing", "It answered 500 Internal Server Error.");
  await says(delivery, "Refusing", /^Next try at/);
  await says(webhook, "Refusing", "It answered 500 Internal Server Error.");

  const again = async (name: string) => user.click((await delivery(name)).getByRole("button", { name: /^Redeliver/ }));
  await again("Refusing");
  await told("Refusing did not accept the message: it answered 500 Internal Server Error");
  receiver.status = 200;
  const before = receiver.messages.length;
  await again("Refusing");
  await told("Refusing accepted the message");
  await says(delivery, "Refusing", "Delivered");
  await says(webhook, "Refusing", "Delivered");
  expect(receiver.messages.length).toBeGreaterThan(before);

  await choose("State", "Failing");
  await screen.findByText("Nothing found");
  // The publisher's messages are there too, and can be sent again.
  await choose("State", "All states");
  await choose("Endpoint", "Publisher");
  await again("Publisher");
  await told("Publisher accepted the message");

  // An author sees the deliveries, and not the webhooks.
  await dashboard.leave();
  const author = await enlist(cms, editor, { name: "Test Author", email: "author@academy.test" });
  await dashboard.open(view, { editor: author });
  await delivery("Refusing");
  expect(screen.queryByRole("heading", { name: "Webhooks" })).toBeNull();
  await choose("Endpoint", "Refusing");
  await again("Refusing");
  await told("Refusing accepted the message");
});

test("what is wrong is said at the field, and who saved in between is not overwritten unawares", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  await dashboard.open(view);
  await user.click(await screen.findByRole("button", { name: "Add Webhook" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Webhook" }));
  const add = () => user.click(dialog.getByRole("button", { name: "Add Webhook" }));
  await fill(user, dialog.getByRole("textbox", { name: "Address" }), "ftp://build.example.com");
  await add();
  await dialog.findByText("Give the webhook a name.");
  dialog.getByText("Give a full address that begins with https://.");
  await fill(user, dialog.getByRole("textbox", { name: "Name" }), "Build of the host");
  await fill(user, dialog.getByRole("textbox", { name: "Address" }), "https://build.invalid/hook");
  set(dialog.getByLabelText(/^Kind/), "build-hook");
  await user.click(dialog.getByRole("switch", { name: /^Active/ }));
  await add();
  // Nothing is signed, so there is no secret to show.
  await closed(/./);
  await says(webhook, "Build of the host Switched off", "Switched off");

  await user.click(screen.getByRole("button", { name: "Edit Build of the host" }));
  const EDIT = "Edit Webhook: Build of the host";
  const edit = within(await screen.findByRole("dialog", { name: EDIT }));
  await fill(user, edit.getByRole("textbox", { name: "Name" }), "Mine");
  const all = await editor.call<{ id: string; name: string }[]>("GET", "/api/admin/webhooks");
  const stored = all.find(({ name }) => name === "Build of the host");
  await editor.call("PUT", `/api/admin/webhooks/${stored?.id}`, { name: "Theirs", interval_seconds: 90 });
  await user.click(edit.getByRole("button", { name: "Save Webhook" }));
  await answer(user, "Someone else saved this webhook", "Reload");
  await waitFor(() => expect(value(edit.getByRole("textbox", { name: "Name" }))).toBe("Theirs"));
  expect(value(edit.getByLabelText(/^Interval in seconds/))).toBe("90");
  await fill(user, edit.getByRole("textbox", { name: "Name" }), "Both");
  await user.click(edit.getByRole("button", { name: "Save Webhook" }));
  await closed(EDIT);
  await says(webhook, "Both Switched off", "At most once in 90 s");

  await user.click(screen.getByRole("button", { name: "Test Both" }));
  await told("Both did not accept the message");
  const asked = "Delete the webhook Both? It gets no more messages.";
  await user.click(screen.getByRole("button", { name: "Delete Both" }));
  await answer(user, asked, "Cancel");
  await webhook("Both Switched off");
  await editor.call("PUT", `/api/admin/webhooks/${stored?.id}`, { interval_seconds: 120 });
  await user.click(screen.getByRole("button", { name: "Delete Both" }));
  await answer(user, asked, "Delete");
  await answer(user, /^Failed to delete the webhook: /, "OK");
  await says(webhook, "Both Switched off", "At most once in 2 min");
  await user.click(screen.getByRole("button", { name: "Delete Both" }));
  await answer(user, asked, "Delete");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Delete Both" })).toBeNull());
});

test("lists that cannot be loaded say so and can be asked again", async ({ editor, dashboard, receiver }) => {
  await register(editor, "Listed", receiver);
  await receiver.toldOf(await save(editor, "Told before the lists are cut"));
  await dashboard.open("tab=settings&view=account");
  const restore = dashboard.calls.cut("GET", /^\/api\/(admin\/webhooks|publish\/deliveries)/);
  await dashboard.user.click(screen.getByRole("tab", { name: "Publishing" }));
  await screen.findByText("The webhooks could not be loaded");
  await screen.findByText("The deliveries could not be loaded");
  restore();
  for (const name of ["Webhooks", "Deliveries"]) {
    const region = within(screen.getByRole("region", { name }));
    await waitFor(() => {
      // They are also tried again by themselves, which may take the button away.
      region.queryByRole("button", { name: "Try again" })?.click();
      expect(region.getAllByText("Listed").length).toBeGreaterThan(0);
    });
  }
});
