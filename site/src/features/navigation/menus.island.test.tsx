import { fireEvent, screen, waitFor } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { live, words } from "@/islands/testing";
import NavBar from "./NavBar";

// The two menus of the navigation bar, and the menu button of small screens.

const entries = (...labels: string[]) => labels.map((label) => ({ label, href: `/${label.toLowerCase()}` }));
const menu = [
  { label: "Paths", href: "", children: entries("Police", "Books", "Mentors") },
  { label: "Resources", href: "", children: entries("Notes", "Videos") },
  ...entries("Contact"),
];
const toggle = (name = "Paths") => screen.getByRole("button", { name });
const list = (name?: string) => toggle(name).nextElementSibling as HTMLElement;
const link = (name: string) => screen.getByRole("link", { name });
const open = (name?: string) => toggle(name).getAttribute("aria-expanded") === "true";
const focused = () => document.activeElement?.textContent;
const mouse = { pointerType: "mouse" };
const finger = { pointerType: "touch" };

/** The bar, alive, on a screen that is narrow or not. */
async function bar(narrow = false): Promise<void> {
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: media === "(max-width: 768px)" && narrow }));
  live(NavBar, { title: "Academy", logo: "", menu, words: words.navigation });
  await waitFor(() => expect(toggle().getAttribute("aria-expanded")).toBe("false"));
}

/** Lets this many milliseconds pass. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

const stopClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

/** A press as browsers send it. */
async function press(element: HTMLElement, pointer: { pointerType: string }): Promise<void> {
  fireEvent.pointerEnter(element, pointer);
  fireEvent.pointerDown(element, pointer);
  if (pointer === finger) fireEvent.pointerLeave(element, pointer);
  fireEvent.click(element, { detail: 1 });
  await Promise.resolve();
}

const follows = (event: Event) => event.preventDefault();

test("a menu opens under the pointer and closes 300 ms after it left the button", async () => {
  await bar();
  stopClock();
  fireEvent.pointerEnter(toggle(), mouse);
  await pass(0);
  expect([open(), list().dataset.open]).toEqual([true, "true"]);
  fireEvent.pointerLeave(toggle(), mouse);
  await pass(299);
  expect(open()).toBe(true);
  await pass(1);
  expect([open(), list().dataset.open]).toEqual([false, undefined]);
});

test("it closes 200 ms after the pointer left the menu, and stays when it comes back in time", async () => {
  await bar();
  stopClock();
  fireEvent.pointerEnter(toggle(), mouse);
  fireEvent.pointerLeave(toggle(), mouse);
  fireEvent.pointerEnter(list(), mouse);
  await pass(1000);
  expect(open()).toBe(true);
  fireEvent.pointerLeave(list(), mouse);
  await pass(199);
  expect(open()).toBe(true);
  fireEvent.pointerEnter(list(), mouse);
  await pass(1000);
  expect(open()).toBe(true);
  fireEvent.pointerLeave(list(), mouse);
  await pass(199);
  expect(open()).toBe(true);
  await pass(1);
  expect(open()).toBe(false);
});

test("one menu at a time; a click does not close what the pointer has opened; Escape does", async () => {
  await bar();
  await press(toggle(), mouse);
  await waitFor(() => expect(open()).toBe(true));
  await press(toggle(), mouse);
  expect(open()).toBe(true);
  fireEvent.pointerEnter(toggle("Resources"), mouse);
  await waitFor(() => expect(open("Resources")).toBe(true));
  expect(open()).toBe(false);
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(open("Resources")).toBe(false);
  });
});

test("a finger opens and closes it, also by touching elsewhere", async () => {
  await bar();
  await press(toggle(), finger);
  await waitFor(() => expect(open()).toBe(true));
  await press(toggle(), finger);
  await waitFor(() => expect(open()).toBe(false));
  await press(toggle(), finger);
  await waitFor(() => expect(open()).toBe(true));
  // It listens to the whole page a moment later.
  await waitFor(() => {
    fireEvent.pointerDown(document.body, finger);
    expect(open()).toBe(false);
  });
});

test("arrows, Home and End go round a menu; Escape goes back to its button", async () => {
  await bar();
  const goes = async (key: string, to: string) => {
    await userEvent.keyboard(`{${key}}`);
    await waitFor(() => expect(focused()).toBe(to));
  };
  toggle().focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(open()).toBe(true));
  await goes("Tab", "Police");
  await goes("ArrowDown", "Books");
  await goes("End", "Mentors");
  await goes("ArrowDown", "Police");
  await goes("ArrowUp", "Mentors");
  await goes("Home", "Police");
  await goes("Escape", "Paths");
  expect(open()).toBe(false);
  await goes("ArrowDown", "Police");
  expect(open()).toBe(true);
  await goes("Escape", "Paths");
  await goes("ArrowUp", "Mentors");
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(focused()).toBe("Mentors");
  // Past its last link the menu is left, and closes.
  await goes("Tab", "Resources");
  await waitFor(() => expect(open()).toBe(false));
});

test("a link that is followed leaves closed menus behind", async () => {
  document.addEventListener("click", follows, { once: true });
  await bar();
  toggle().focus();
  await userEvent.keyboard("{ArrowDown}");
  await waitFor(() => expect(focused()).toBe("Police"));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(open()).toBe(false));
});

test("on a small screen a pointer that only passes opens nothing; a press does, and one elsewhere closes nothing", async () => {
  await bar(true);
  await userEvent.click(screen.getByRole("button", { name: "Menu" }));
  fireEvent.pointerEnter(toggle(), mouse);
  await waitFor(() => expect(document.querySelector<HTMLElement>("#main-menu")?.dataset.open).toBe("true"));
  expect(open()).toBe(false);
  await press(toggle(), mouse);
  await waitFor(() => expect(open()).toBe(true));
  fireEvent.pointerLeave(toggle(), mouse);
  fireEvent.pointerDown(document.body, finger);
  await press(toggle("Resources"), finger);
  await waitFor(() => expect(open("Resources")).toBe(true));
  await press(toggle("Resources"), mouse);
  await waitFor(() => expect(open("Resources")).toBe(false));
});

test("on a small screen a link closes everything; so do Escape, group by group, and leaving by keyboard", async () => {
  await bar(true);
  const button = screen.getByRole("button", { name: "Menu" });
  const expanded = () => button.getAttribute("aria-expanded");
  await userEvent.click(button);
  await userEvent.click(toggle("Resources"));
  await waitFor(() => expect([expanded(), open("Resources")]).toEqual(["true", true]));
  document.addEventListener("click", follows, { once: true });
  fireEvent.click(link("Notes"));
  await waitFor(() => expect([expanded(), open("Resources")]).toEqual(["false", false]));

  await userEvent.click(button);
  toggle().focus();
  await userEvent.keyboard("{Enter}{Tab}");
  await waitFor(() => expect([focused(), open()]).toEqual(["Police", true]));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect([focused(), open(), expanded()]).toEqual(["Paths", false, "true"]));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(expanded()).toBe("false"));
  expect(document.activeElement).toBe(button);

  await userEvent.click(button);
  await waitFor(() => expect(expanded()).toBe("true"));
  const after = document.body.appendChild(document.createElement("button"));
  link("Contact").focus();
  after.focus();
  await waitFor(() => expect(expanded()).toBe("false"));
  after.remove();
});
