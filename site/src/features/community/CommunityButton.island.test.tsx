import { screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { comesBack, idle, live, words } from "@/islands/testing";
import CommunityButton from "./CommunityButton";

const props = { url: "https://example.org/community", words: words.community };
const shown = () => document.querySelector("aside")?.hasAttribute("data-shown");
const close = () => screen.getByRole("button", { name: "Close the community button" }).click();

/** Waits without moving the clock on. */
async function until(so: () => boolean) {
  while (!so()) await new Promise(setImmediate);
}

/** Mounts it on a clock that stands still, and waits until its effects have run. */
async function mounted() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  live(CommunityButton, props);
  await until(() => vi.getTimerCount() === 1);
}

/** Whether it is shown once so much time has gone by. */
async function after(milliseconds: number) {
  vi.advanceTimersByTime(milliseconds);
  await idle();
  return shown();
}

test("appears after a second, leads to the channel in a new tab, and says what it is", async () => {
  await mounted();
  expect(await after(999)).toBe(false);
  expect(await after(1)).toBe(true);
  const link = screen.getByRole("link", { name: words.community.invitation });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([props.url, "_blank"]);
  expect(screen.getByRole("tooltip").textContent).toBe(words.community.invitation);
});

test("closed, it stays so on the next page", async () => {
  await mounted();
  await after(1000);
  close();
  await until(() => !shown());
  document.querySelector("is-land")?.remove();
  live(CommunityButton, props);
  await idle();
  expect(await after(5000)).toBe(false);
});

test("closed on another page, it is gone from one that the browser brings back", async () => {
  await mounted();
  await after(1000);
  comesBack();
  expect(await after(0)).toBe(true);
  sessionStorage.setItem("community-closed", "1");
  comesBack();
  await until(() => !shown());
});

test("without a channel there is none", () => {
  const page = live(CommunityButton, { ...props, url: "" });
  expect(page.innerHTML).toBe("");
});
