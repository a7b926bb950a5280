import { Editor } from "@academy/shared/test/editor";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { closeSnackbar } from "notistack";
import { mutate } from "swr";
import { test as base, expect, inject, vi } from "vitest";
import { setSession } from "@/api/session";
import { App } from "@/app/App";
import { router } from "@/app/router";
import { downloads, install, makePhone } from "./browser";
import { Calls } from "./calls";
import { CMS } from "./cms";
import { messagesGone } from "./messagesGone";

install();

/** The dashboard in a jsdom, on the calls of a real cms-api. */
export class Dashboard {
  readonly user: UserEvent = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  readonly calls: Calls;
  /** Files that were offered for saving. */
  readonly downloads = downloads;
  /** Errors on the console that the test provokes. */
  readonly expected: RegExp[] = [];
  /** Everything written to the console as an error. */
  readonly errors: string[] = [];

  constructor(
    readonly cms: CMS,
    private readonly editor: Editor,
  ) {
    this.calls = new Calls(cms.url);
    vi.spyOn(console, "error").mockImplementation((...said) => void this.errors.push(said.map(String).join(" ")));
  }

  /** Becomes somebody who is signed in; null is nobody. */
  enter(editor: Editor | null = this.editor): void {
    jsdom.cookieJar.removeAllCookiesSync();
    for (const { name, value } of editor?.cookies() ?? []) {
      jsdom.cookieJar.setCookieSync(`${name}=${value}; Path=/`, this.cms.url);
    }
  }

  /** Opens a tab by the query of its address, as "tab=articles", and waits for its heading. */
  async open(query: string, { phone = false, editor = this.editor }: { phone?: boolean; editor?: Editor } = {}) {
    this.enter(editor);
    makePhone(phone);
    await this.visit(`/admin/dashboard?${query}`);
    // Settings has views of its own in its panel.
    const [panel] = await screen.findAllByRole("tabpanel", { name: /./ });
    await within(panel as HTMLElement).findAllByRole("heading");
  }

  /** Shows an address, and waits for nothing. */
  async visit(address: string): Promise<void> {
    jsdom.reconfigure({ url: this.cms.url + address });
    await act(async () => {
      await router.navigate(address, { replace: true });
    });
    render(<App />);
  }

  /** Leaves the page, as loading it again does: what it keeps in memory is gone, what the device keeps is not. */
  async leave(): Promise<void> {
    cleanup();
    // It is there once a message has been shown.
    closeSnackbar?.();
    // It slides away; what the next page says may have the same words.
    for (const message of document.querySelectorAll(".toast")) message.setAttribute("data-seen", "");
    await setSession(null);
    // A form saves when it goes: that is stored before anybody looks for it, or deletes it.
    await this.calls.answeredAll();
    // Nothing is shown that would ask again; what was asked a moment ago would count for the next page otherwise.
    await mutate(() => true, undefined);
  }

  /** Ends what is open, and returns the errors that nobody expected. */
  async close(): Promise<string[]> {
    await this.leave();
    // A message that waited for room would come in the next test.
    await messagesGone();
    localStorage.clear();
    sessionStorage.clear();
    downloads.length = 0;
    makePhone(false);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    install();
    return this.errors.filter((error) => !this.expected.some((pattern) => pattern.test(error)));
  }
}

/**
 * A test with the dashboard of somebody who is signed in as an administrator. All tests of a file have one cms-api: each
 * makes what it needs and is independent of what others have left.
 */
export const test = base
  .extend("seeded", { scope: "file" }, () => inject("seeded"))
  .extend("cms", { scope: "file" }, async ({ seeded }, { onCleanup }) => {
    const cms = await CMS.start(seeded);
    onCleanup(async () => {
      // A message that slides away needs a window until it is gone.
      await messagesGone();
      await cms.remove();
    });
    return cms;
  })
  .extend("editor", { scope: "file" }, ({ cms }) => Editor.enter(cms))
  .extend("dashboard", async ({ cms, editor }, { onCleanup }) => {
    // Text that an earlier test has typed and not created belongs to the person, and would come back.
    for (const of of ["articles", "admin/pages"]) await editor.request("DELETE", `/api/${of}/new/working-copy`);
    const dashboard = new Dashboard(cms, editor);
    dashboard.enter();
    onCleanup(async () => expect(await dashboard.close()).toEqual([]));
    return dashboard;
  });

/** Answers a dialog that asks this. */
export async function answer(user: UserEvent, question: string | RegExp, button: string): Promise<void> {
  const dialog = await screen.findByRole("dialog", { name: question });
  await user.click(within(dialog).getByRole("button", { name: button }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: question })).toBeNull());
}

export { expect, screen, waitFor, within };
