import { administrator } from "@academy/shared/test/editor";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, gone, value } from "@/test/forms";
import { confirm, fill, focused, press } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist } from "@/test/people";

// Settings, Tokens, and what the audit log says of them.

const TOKENS = "tab=settings&view=tokens";
const row = async (name: string) => {
  const list = within(await screen.findByRole("list", { name: "Tokens" }));
  return within((await list.findByRole("heading", { name: new RegExp(`^${name}`) })).closest("li") as HTMLElement);
};

test("one is created by keyboard, shown once, used and revoked", async ({ cms, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open(TOKENS);
  await screen.findByText("No tokens");
  await press(user, screen.getByRole("button", { name: "New Token" }));
  const form = within(await screen.findByRole("dialog", { name: "New Token" }));
  await focused(form.getByRole("textbox", { name: "Name" }));
  await user.keyboard("Newsletter");
  await user.tab();
  expect(document.activeElement).toBe(form.getByRole("checkbox", { name: "Read content" }));
  await user.keyboard(" ");
  await user.click(form.getByRole("checkbox", { name: "Write drafts" }));
  form.getByText(/Nothing live changes\.$/);
  await user.selectOptions(form.getByRole("combobox", { name: "Expires after" }), "Never expires");
  await press(user, form.getByRole("button", { name: "Create Token" }));

  const made = within(await screen.findByRole("dialog", { name: "Token Newsletter" }));
  const secret = value(made.getByRole("textbox", { name: "Token" }));
  expect(secret).toMatch(/^acad_[\w-]{43}$/);
  made.getByText("It is shown only once.");
  await focused(made.getByRole("button", { name: "Copy" }));
  await user.keyboard("{Enter}");
  await made.findByText("Copied.");
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(made.getByRole("button", { name: "Done" }));
  await closed("Token Newsletter");
  expect(document.documentElement.outerHTML).not.toContain(secret);
  const shown = await row("Newsletter");
  shown.getByText("Read content, write drafts");
  shown.getByText(`by ${administrator.name}`, { exact: false });
  shown.getByText("Never expires");
  shown.getByText("Not used yet");

  const call = () =>
    fetch(`${cms.url}/api/articles`, {
      method: "POST",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ title: "By a program" }),
    });
  expect((await call()).status).toBe(201);
  await dashboard.leave();
  await dashboard.open("tab=settings&view=audit");
  const log = within(await screen.findByRole("table", { name: "Audit log" }));
  const entries = async () => (await log.findAllByRole("row")).map(({ textContent }) => textContent);
  expect(await entries()).toContainEqual(
    expect.stringContaining(`${administrator.name} with the token Newsletter created the article By a program`),
  );
  expect(await entries()).toContainEqual(expect.stringContaining(`${administrator.name} created the token Newsletter`));
  await fill(user, screen.getByRole("searchbox", { name: "Search" }), "newsletter");
  await screen.findByText("2 found");

  await dashboard.leave();
  await dashboard.open(TOKENS);
  (await row("Newsletter")).getByText(/^Last used .* from 127\.0\.0\.1$/);
  await confirm(user, "Revoke Newsletter", "Revoke");
  await told("The token Newsletter was revoked");
  await screen.findByText("No tokens");
  expect((await call()).status).toBe(401);
});

test("what is missing is said at its field, and a token that does not work says so", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  await dashboard.open(TOKENS);
  await user.click(await screen.findByRole("button", { name: "New Token" }));
  const form = within(await screen.findByRole("dialog", { name: "New Token" }));
  await user.click(form.getByRole("button", { name: "Create Token" }));
  await form.findByText("Choose at least one.");
  expect(form.queryByText(/^Check scopes/)).toBeNull();
  await user.click(form.getByRole("checkbox", { name: "Read leads" }));
  await user.click(form.getByRole("button", { name: "Create Token" }));
  const name = form.getByRole("textbox", { name: "Name" });
  await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
  form.getByText("Give the token a name.");
  await user.click(form.getByRole("button", { name: "Cancel" }));
  await closed("New Token");

  const helper = await enlist(cms, editor, { name: "Helper", email: "helper@academy.test" });
  const { id } = await helper.call<{ id: string }>("GET", "/api/auth/me");
  await editor.call("PUT", `/api/admin/users/${id}`, { role: "administrator" });
  await helper.call("POST", "/api/admin/tokens", { name: "Orphan", scopes: ["content:read"] });
  await editor.call("DELETE", `/api/admin/users/${id}`);
  await dashboard.leave();
  await dashboard.open(TOKENS);
  const orphan = await row("Orphan");
  orphan.getByText("Does not work");
  orphan.getByText("by a former member", { exact: false });
  await confirm(user, "Revoke Orphan", "Revoke");
  await gone("Orphan");
});
