import { administrator, Editor } from "@academy/shared/test/editor";
import { reply } from "@/test/calls";
import { test as base, type Dashboard, expect, screen, waitFor, within } from "@/test/dashboard";
import { fill, focused } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist, logIn } from "@/test/people";

// A session that ends while one works: nothing that was typed is lost.

const ended = () => screen.findByRole("dialog", { name: "Your session has ended" });
const open = () => waitFor(() => expect(screen.queryByRole("dialog", { name: "Your session has ended" })).toBeNull());
const press = async (dashboard: Dashboard, name: string) =>
  dashboard.user.click(await screen.findByRole("button", { name }));
const title = () => screen.findByRole("textbox", { name: "Title" });

async function mend({ user }: Dashboard): Promise<void> {
  const dialog = within(await ended());
  await fill(user, dialog.getByLabelText(/^Password/), administrator.password);
  await user.click(dialog.getByRole("button", { name: "Log in" }));
}

const named = async (editor: Editor, wanted: string) =>
  (await editor.call<{ title: string; author: string }[]>("GET", "/api/articles?limit=200")).filter(
    (article) => article.title === wanted,
  );

const test = base
  .extend("ravi", { scope: "file" }, async ({ cms, editor }) => {
    const ravi = { name: "Ravi Kumar", email: "ravi@academy.test", password: "another long passphrase" };
    await enlist(cms, editor, ravi);
    return ravi;
  })
  /** Opens a tab with a session of its own, and returns what ends it. Only the test's own calls meet its end. */
  .extend("work", ({ cms, dashboard }) => async (query: string) => {
    const own = await Editor.enter(cms);
    const status = await own.call("GET", "/api/publish/status");
    dashboard.calls.answer("GET", /^\/api\/publish\/status/, () => reply(200, status));
    // The typed text is on this device alone.
    dashboard.calls.answer("GET", /new\/working-copy/, () => reply(204));
    dashboard.calls.answer("PUT", /new\/working-copy/, () => reply(503));
    await dashboard.open(query, { editor: own });
    return async () => expect((await own.request("POST", "/api/auth/logout")).status).toBe(204);
  });

test("is mended in place, and the call that failed is sent again once", async ({ editor, dashboard, work }) => {
  const { user } = dashboard;
  const end = await work("tab=articles");
  await fill(user, await title(), "Half written");
  await end();
  await press(dashboard, "Create Article");
  const dialog = within(await ended());
  dialog.getByText(/What you typed is still here/);
  expect((dialog.getByLabelText(/^Email/) as HTMLInputElement).value).toBe(administrator.email);
  const password = dialog.getByLabelText(/^Password/);
  await focused(password);
  await fill(user, password, "not the passphrase");
  await user.keyboard("{Enter}");
  await dialog.findByText("The e-mail address or the password is not right.");
  await user.keyboard("{Escape}");
  await fill(user, password, administrator.password);
  await user.keyboard("{Enter}");
  await told("Article created successfully");
  await open();
  expect((await named(editor, "Half written")).map(({ author }) => author)).toEqual([administrator.name]);
  expect(dashboard.calls.of("POST", /^\/api\/articles$/)).toHaveLength(2);
  await screen.findByRole("heading", { name: "Edit Article" });
  expect(((await title()) as HTMLInputElement).value).toBe("Half written");
});

test("stands over other dialogs, and several writes keep their order", async ({ dashboard, work }) => {
  const { user, calls } = dashboard;
  const end = await work("tab=sections");
  await user.click((await screen.findAllByRole("button", { name: /^Edit / }))[0] as HTMLElement);
  const content = within(await screen.findByRole("dialog", { name: /Edit Section Content/ }));
  const fields = (await content.findAllByRole("textbox")).slice(0, 3);
  for (const [at, field] of fields.entries()) await fill(user, field, `Text ${at}`);
  await end();
  await user.click(content.getByRole("button", { name: "Save Changes" }));
  await ended();
  await user.keyboard("{Escape}");
  expect((fields[0] as HTMLInputElement).value).toBe("Text 0");
  await mend(dashboard);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /Edit Section Content/ })).toBeNull());
  const writes = calls.of("PUT", /^\/api\/admin\/page-content\//).filter(({ status }) => status === 200);
  expect(writes.map(({ body }) => (body as { content: string }).content)).toEqual(["Text 0", "Text 1", "Text 2"]);
});

test("is noticed when one comes back to the window, also that one has signed in elsewhere", async ({
  cms,
  dashboard,
  work,
}) => {
  const { user } = dashboard;
  const end = await work("tab=settings");
  const field = (await screen.findByRole("textbox", { name: "Site title" })) as HTMLInputElement;
  await fill(user, field, "Typed before");
  await end();
  const comesBack = (probe: () => void) =>
    waitFor(() => {
      window.dispatchEvent(new Event("focus"));
      probe();
    });
  await comesBack(() => void screen.getByRole("dialog", { name: "Your session has ended" }));
  const elsewhere = within(await ended()).getByRole("link", { name: "Log in with your phone in a new tab" });
  expect(elsewhere.getAttribute("href")).toBe("/auth?mode=phone");
  expect(elsewhere.getAttribute("target")).toBe("_blank");
  // Another tab of the browser has the same cookies.
  dashboard.enter(await Editor.enter(cms));
  await comesBack(() => expect(screen.queryByRole("dialog", { name: "Your session has ended" })).toBeNull());
  expect(field.value).toBe("Typed before");
  await screen.findByText(/Unsaved changes, kept on this device/);
});

test("another person does not save what was typed, nor sees the draft", async ({ editor, dashboard, work, ravi }) => {
  const { user } = dashboard;
  const end = await work("tab=articles");
  await fill(user, await title(), "Of one hand");
  await end();
  await press(dashboard, "Create Article");
  await logIn(user, ravi.email, ravi.password, within(await ended()));
  const other = () => screen.findByRole("dialog", { name: "Ravi Kumar is signed in now" });
  await user.click(within(await other()).getByRole("button", { name: `Sign in as ${administrator.name}` }));
  await ended();
  expect(await named(editor, "Of one hand")).toEqual([]);
  await logIn(user, ravi.email, ravi.password, within(await ended()));
  await user.click(within(await other()).getByRole("button", { name: "Continue as Ravi Kumar" }));
  // That loads the page anew.
  await dashboard.leave();
  await dashboard.visit("/admin/dashboard?tab=articles");
  await screen.findByText("Welcome, Ravi Kumar");
  expect(((await title()) as HTMLInputElement).value).toBe("");
  expect(await named(editor, "Of one hand")).toEqual([]);
  await press(dashboard, "Logout");
  await logIn(user, administrator.email, administrator.password);
  await screen.findByText(`Welcome, ${administrator.name}`);
  await dashboard.leave();
  await dashboard.visit("/admin/dashboard?tab=articles");
  await screen.findByText(/were restored from this device/);
  expect(((await title()) as HTMLInputElement).value).toBe("Of one hand");
});

test("Cancel leads to the sign-in page, which leads back to the draft", async ({ editor, dashboard, work }) => {
  const { user } = dashboard;
  const end = await work("tab=articles");
  await fill(user, await title(), "Given up");
  await end();
  await press(dashboard, "Create Article");
  await user.click(within(await ended()).getByRole("button", { name: "Cancel" }));
  await told("Failed to create article");
  await screen.findByRole("heading", { name: "Welcome Back" });
  await logIn(user, administrator.email, administrator.password);
  await screen.findByText(/were restored from this device/);
  expect(((await title()) as HTMLInputElement).value).toBe("Given up");
  expect(window.location.search).toBe("?tab=articles");
  expect(await named(editor, "Given up")).toEqual([]);
});
