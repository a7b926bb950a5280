import { screen, waitFor } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { live } from "@/islands/testing";
import HeroVideo from "./HeroVideo";

// The moving ground of the hero: a file or an embedded video, which starts by itself where it may.

const labels = { play: "Play the video", stop: "Stop the video", video: "Background video" };
const media = { video_url: "/film.webm", video_poster: "/poster.webp", autoplay: true, muted: true, loop: true };
const ID = "dQw4w9WgXcQ";
const play = vi.fn(async () => {});
const pause = vi.fn();
let reached = true;
let asked = 0;

beforeEach(() => {
  asked = 0;
  vi.clearAllMocks();
  play.mockImplementation(async () => {});
  reached = true;
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(pause);
  // The host's picture of the video tells whether the host can be reached.
  class Picture {
    onload = () => {};
    onerror = () => {};
    set src(address: string) {
      expect(address).toContain(ID);
      asked++;
      queueMicrotask(() => (reached ? this.onload() : this.onerror()));
    }
  }
  vi.stubGlobal("Image", Picture);
});

/** Somebody who wants little motion. */
const calm = () => vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") }));
const film = () => document.querySelector("video") as HTMLVideoElement;
const player = () => document.querySelector("iframe");
const button = (name: string) => screen.findByRole("button", { name });

test("a file plays by itself, muted and again and again; it can be stopped, and started again", async () => {
  live(HeroVideo, { media, embed: null, labels });
  const stop = await button(labels.stop);
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
  const { muted, loop, src, poster } = film();
  expect([muted, loop, new URL(src).pathname, new URL(poster).pathname]).toEqual([
    true,
    true,
    "/film.webm",
    "/poster.webp",
  ]);
  pause.mockClear();
  await userEvent.click(stop);
  await waitFor(() => expect(pause).toHaveBeenCalledTimes(1));
  await userEvent.click(await button(labels.play));
  await waitFor(() => expect(play).toHaveBeenCalledTimes(2));
});

test.each([
  ["the film and its poster", null, "video"],
  ["the poster of an embedded video", ID, "img"],
])("%s keep the poster's point in sight", (_, embed, element) => {
  calm();
  const position = (focus?: { x: number; y: number }) => {
    const hero = live(HeroVideo, { media: { ...media, focus }, embed, labels });
    const cut = hero.querySelector<HTMLElement>(element);
    return [cut?.className, cut?.style.objectPosition];
  };
  expect(position({ x: 25, y: 75.5 })).toEqual([expect.stringContaining("film"), "25% 75.5%"]);
  expect(position()).toEqual([expect.stringContaining("film"), ""]);
});

test("who wants little motion starts it", async () => {
  calm();
  live(HeroVideo, { media, embed: null, labels });
  await userEvent.click(await button(labels.play));
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
  await button(labels.stop);
});

test("the flags of the settings are kept", async () => {
  const off = { autoplay: false, muted: false, loop: false, video_poster: "" };
  live(HeroVideo, { media: { ...media, ...off }, embed: null, labels });
  await button(labels.play);
  await waitFor(() => expect(pause).toHaveBeenCalled());
  expect([film().muted, film().loop, film().hasAttribute("poster")]).toEqual([false, false, false]);
  expect(play).not.toHaveBeenCalled();
});

test("a browser that refuses to start it leaves the button at play", async () => {
  play.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  live(HeroVideo, { media, embed: null, labels });
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
  await button(labels.play);
});

test("a link of a video site is embedded, as the flags say, once its host is reached", async () => {
  live(HeroVideo, { media: { ...media, loop: false }, embed: ID, labels });
  await waitFor(() => expect(player()).not.toBeNull());
  const address = new URL(player()?.src ?? "");
  expect(address.host + address.pathname).toBe(`www.youtube-nocookie.com/embed/${ID}`);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ autoplay: "1", mute: "1" });
  expect(address.searchParams.has("loop")).toBe(false);
  expect(player()?.title).toBe(labels.video);
});

test("while the host cannot be reached the poster stays, and it can be tried again", async () => {
  reached = false;
  live(HeroVideo, { media, embed: ID, labels });
  await waitFor(() => expect(asked).toBe(1));
  await button(labels.play);
  expect([player(), document.querySelector("img")?.getAttribute("src")]).toEqual([null, "/poster.webp"]);
  reached = true;
  await userEvent.click(await button(labels.play));
  await waitFor(() => expect(player()).not.toBeNull());
});
