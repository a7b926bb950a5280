import { THEME_KEY } from "@academy/shared/theme";
import { screen, waitFor } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { answers, calls, comesBack, idle, live, words } from "@/islands/testing";
import NavBar from "./NavBar";

const props = { title: "Adhva Academy", logo: "", menu: [{ label: "Blog", href: "/blog" }], words: words.navigation };
const theme = () => document.documentElement.dataset.theme;
const session = () => [
  screen.queryByRole("link", { name: "Dashboard" })?.getAttribute("href"),
  screen.queryByRole("button", { name: "Logout" }) !== null,
];
const SIGNED_IN = ["/admin/dashboard", true];
const ANONYMOUS = [undefined, false];

function signIn() {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = "signed_in=1";
  answers["GET /api/auth/me"] = () => ({ id: "u1", name: "Asha" });
}
function signOut() {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = "signed_in=; max-age=0";
  delete answers["GET /api/auth/me"];
}
afterEach(signOut);

test("a click changes the theme, and the choice is kept", async () => {
  live(NavBar, props);
  delete document.documentElement.dataset.theme;
  const [toggle] = screen.getAllByRole("button");
  for (const chosen of ["dark", "light", "dark"]) {
    await userEvent.click(toggle as HTMLElement);
    expect([theme(), localStorage.getItem(THEME_KEY)]).toEqual([chosen, chosen]);
  }
  expect(toggle?.textContent).toBe("Switch to dark themeSwitch to light theme");
});

test("a visitor is not asked about, and sees no way in", async () => {
  live(NavBar, props);
  comesBack();
  await idle();
  expect([session(), calls]).toEqual([ANONYMOUS, []]);
});

test("who is signed in has Dashboard and Logout, and no more on a page that comes back signed out", async () => {
  signIn();
  live(NavBar, props);
  await waitFor(() => expect(session()).toEqual(SIGNED_IN));
  signOut();
  comesBack();
  await waitFor(() => expect(session()).toEqual(ANONYMOUS));
  signIn();
  comesBack();
  await waitFor(() => expect(session()).toEqual(SIGNED_IN));
});

test("a session that has ended shows nothing of it", async () => {
  signIn();
  answers["GET /api/auth/me"] = () => Response.json({}, { status: 401 });
  live(NavBar, props);
  await waitFor(() => expect(calls.length).toBe(1));
  await idle();
  expect(session()).toEqual(ANONYMOUS);
});

test("a logout that fails says so and leads nowhere", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  signIn();
  live(NavBar, props);
  await userEvent.click(await screen.findByRole("button", { name: "Logout" }));
  expect((await screen.findByText("Failed to log out")).closest("[role]")?.role).toBe("alert");
  expect(said.mock.calls.map(([words]) => words)).toEqual(["logout failed"]);
  expect([session(), calls.at(-1)?.call, sessionStorage.getItem("toast")]).toEqual([
    SIGNED_IN,
    "POST /api/auth/logout",
    null,
  ]);
});

test.each([
  ['{"message":"From elsewhere","variant":"success"}', ["From elsewhere"]],
  ["nonsense", []],
])("what the page before has left is said once: %s", async (left, messages) => {
  sessionStorage.setItem("toast", left);
  live(NavBar, props);
  await waitFor(() => expect(sessionStorage.getItem("toast")).toBe(null));
  await waitFor(() =>
    expect([...document.querySelectorAll(".toast[role=status]")].map((toast) => toast.textContent)).toEqual(messages),
  );
});
