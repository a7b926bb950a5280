import { screen, waitFor } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { live } from "@/islands/testing";
import LoopingVideo from "./LoopingVideo";

// A video that plays by itself once half of it is in sight.

const ID = "dQw4w9WgXcQ";
const texts = { play: "Play the video: Books", watch: "Watch", failed: "It cannot be reached right now." };
const asked: string[] = [];
let reached = true;
/** Calls the observer of this test: that of the test before ends at any time. */
let sight = { watched: 0 };
let seen: (intersecting: boolean) => void = () => {};

beforeEach(() => {
  asked.length = 0;
  reached = true;
  const own = { watched: 0 };
  sight = own;
  class Picture {
    onload = () => {};
    onerror = () => {};
    set src(address: string) {
      asked.push(address);
      queueMicrotask(() => (reached ? this.onload() : this.onerror()));
    }
  }
  class Sight {
    constructor(tell: IntersectionObserverCallback, { threshold }: IntersectionObserverInit = {}) {
      expect(threshold).toBe(0.5);
      seen = (isIntersecting) =>
        tell([{ isIntersecting } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
    }
    observe() {
      own.watched++;
    }
    disconnect() {
      own.watched = 0;
    }
  }
  vi.stubGlobal("Image", Picture);
  vi.stubGlobal("IntersectionObserver", Sight);
});

const player = () => document.querySelector("iframe");
const button = () => screen.findByRole("button", { name: texts.play });

/** Mounts it, and waits until it looks out for what is in sight. */
async function mounted(): Promise<void> {
  live(LoopingVideo, { id: ID, title: "Books", texts });
  await waitFor(() => expect(sight.watched).toBe(1));
}

test("nothing is asked of the host before it is in sight; then it plays, muted and looping", async () => {
  await mounted();
  seen(false);
  await button();
  expect([player(), asked]).toEqual([null, []]);
  seen(true);
  await waitFor(() => expect(player()).not.toBeNull());
  const address = new URL(player()?.src ?? "");
  expect(address.host + address.pathname).toBe(`www.youtube-nocookie.com/embed/${ID}`);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    autoplay: "1",
    mute: "1",
    loop: "1",
    playlist: ID,
  });
  expect(player()?.title).toBe("Books");
});

test("while its host cannot be reached the drawing stays; who presses play is told so, and can try again", async () => {
  reached = false;
  await mounted();
  seen(true);
  await waitFor(() => expect(asked.length).toBe(1));
  expect(player()).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("");
  await userEvent.click(await button());
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(texts.failed));
  expect(player()).toBeNull();
  reached = true;
  await userEvent.click(await button());
  await waitFor(() => expect(player()).not.toBeNull());
});

test("who wants little motion starts it", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") }));
  live(LoopingVideo, { id: ID, title: "Books", texts });
  await userEvent.click(await button());
  await waitFor(() => expect(player()).not.toBeNull());
  expect(sight.watched).toBe(0);
});
