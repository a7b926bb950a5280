import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, comesBack, defaults, live } from "@/islands/testing";
import { library } from "./fields";
import VideoLibrary from "./VideoLibrary";

// The video library: its categories, and a player on demand.

const texts = defaults(library);
const video = (id: string, title: string, category: string, rest = {}) => ({
  id,
  title,
  category,
  description: "",
  file: `/media/${id}.webm`,
  ...rest,
});
const built = [
  video("3", "Directive principles", "Polity"),
  video("2", "Reading a weather map", "Geography"),
  video("1", "How a bill becomes law", "Polity", { description: "From the first reading to assent.", duration: 125 }),
];
const titles = () => screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
const filters = () => within(screen.getByRole("group", { name: "Category" }));
const pressed = () =>
  filters()
    .getAllByRole("button", { pressed: true })
    .map((one) => one.textContent);
const choose = (name: string) => userEvent.click(filters().getByRole("button", { name }));
const player = () => document.querySelector<HTMLVideoElement>("li video");

/** Has the API return these. */
function says(videos: object[]): void {
  answers["GET /release.json"] = () => ({ fingerprint: "now" });
  answers["GET /api/videos"] = () => Response.json(videos, { headers: { "Content-Fingerprint": "now" } });
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => {});
});

test("one category or all", async () => {
  live(VideoLibrary, { built, comingSoon: false, texts });
  const all = built.map(({ title }) => title);
  expect([pressed(), titles()]).toEqual([["All"], all]);
  expect(
    filters()
      .getAllByRole("button")
      .map((one) => one.textContent),
  ).toEqual(["All", "Polity", "Geography"]);
  await choose("Geography");
  await waitFor(() => expect([pressed(), titles()]).toEqual([["Geography"], ["Reading a weather map"]]));
  filters().getByRole("button", { name: "Polity" }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(titles()).toEqual(["Directive principles", "How a bill becomes law"]));
  await choose("All");
  await waitFor(() => expect([pressed(), titles()]).toEqual([["All"], all]));
});

test("a category that has lost its last video is left", async () => {
  says(built);
  live(VideoLibrary, { built, comingSoon: false, texts });
  await choose("Geography");
  await waitFor(() => expect(titles()).toEqual(["Reading a weather map"]));
  says(built.filter(({ category }) => category === "Polity"));
  comesBack();
  await waitFor(() => expect([pressed(), titles().length]).toEqual([["All"], 2]));
});

test("a video is fetched when somebody asks for it, and has the focus that its button had", async () => {
  live(VideoLibrary, { built, comingSoon: false, texts });
  expect(player()).toBeNull();
  screen.getByRole("button", { name: "Play How a bill becomes law" }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(player()).not.toBeNull());
  expect(player()?.getAttribute("src")).toBe("/media/1.webm");
  expect([player()?.controls, player()?.autoplay, player()?.getAttribute("aria-label")]).toEqual([
    true,
    true,
    "How a bill becomes law",
  ]);
  expect(document.activeElement).toBe(player());
});

test("a file that cannot be played is said so, and can be tried again", async () => {
  live(VideoLibrary, { built, comingSoon: false, texts });
  const play = () => userEvent.click(screen.getByRole("button", { name: "Play Directive principles" }));
  await play();
  await waitFor(() => expect(player()).not.toBeNull());
  fireEvent.error(player() as HTMLVideoElement);
  const said = await screen.findByRole("alert");
  expect(said.textContent).toBe("This video cannot be played right now. Please try again in a moment.");
  expect(player()).toBeNull();
  await play();
  await waitFor(() => expect(player()).not.toBeNull());
});
