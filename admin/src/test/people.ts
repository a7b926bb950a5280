import { Editor } from "@academy/shared/test/editor";
import { invitationOf, invite, PASSWORD } from "@academy/shared/test/people";
import { screen, type within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { CMS } from "./cms";
import { fill } from "./hands";

interface Person {
  name: string;
  email: string;
  password?: string;
}

/** The path and query of a link, for `dashboard.visit`. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** Makes somebody an author, who is signed in. */
export async function enlist(cms: CMS, administrator: Editor, { name, email, password = PASSWORD }: Person) {
  const invitation = invitationOf(await invite(administrator, { email }));
  return Editor.begin(cms, "register", { name, email, password, invitation });
}

/** Signs somebody in with a session of its own, from a browser that names itself so. */
export const signIn = (cms: CMS, { email, password = PASSWORD }: Omit<Person, "name">, userAgent = "") =>
  Editor.begin(cms, "login", { email, password }, userAgent);

/** Fills in and sends the sign-in form: of the page, or of the dialog `scope`. */
export async function logIn(user: UserEvent, email: string, password: string, scope = screen as Scope): Promise<void> {
  await fill(user, await scope.findByLabelText(/^Email/), email);
  await fill(user, scope.getByLabelText(/^Password/), password);
  await user.click(scope.getByRole("button", { name: "Log in" }));
}

/** Fills in and sends the register form. */
export async function register(user: UserEvent, { name, email, password = PASSWORD }: Person): Promise<void> {
  await fill(user, await screen.findByLabelText(/^Name/), name);
  await fill(user, screen.getByLabelText(/^Email/), email);
  await fill(user, screen.getByLabelText(/^Password/), password);
  await user.click(screen.getByRole("button", { name: "Create account" }));
}

type Scope = Pick<ReturnType<typeof within>, "findByLabelText" | "getByLabelText" | "getByRole">;
