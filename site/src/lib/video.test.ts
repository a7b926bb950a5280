import { expect, test } from "vitest";
import { embedOf, playingEmbed, videoId } from "./video";

test("only a single video on YouTube has an id", () => {
  expect(videoId("  https://youtu.be/dQw4w9WgXcQ?t=5  ")).toBe("dQw4w9WgXcQ");
  expect(videoId("https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf")).toBeNull();
  expect(videoId("https://vimeo.com/76979871")).toBeNull();
  expect(videoId("/media/uploads/hero.mp4")).toBeNull();
});

test.each([
  ["https://youtu.be/dQw4w9WgXcQ?t=1m30s", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90"],
  ["https://www.youtube.com/playlist?list=PL12", "https://www.youtube-nocookie.com/embed/videoseries?list=PL12"],
  ["https://vimeo.com/76979871/a1b2c3d4e5", "https://player.vimeo.com/video/76979871?h=a1b2c3d4e5"],
])("%s is played by %s, at once", (link, player) => {
  expect(embedOf(link)).toContain(`${player}&autoplay=1`);
});

test("the player loops: it needs its own id as playlist", () => {
  const url = new URL(playingEmbed("dQw4w9WgXcQ", { controls: true }));
  expect(url.host).toBe("www.youtube-nocookie.com");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    autoplay: "1",
    mute: "1",
    loop: "1",
    playlist: "dQw4w9WgXcQ",
    controls: "1",
  });
});

test("sound and a single run are for the settings to say", () => {
  const url = new URL(playingEmbed("dQw4w9WgXcQ", { controls: false, muted: false, loop: false }));
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ autoplay: "1", mute: "0", controls: "0" });
  expect(url.searchParams.has("loop")).toBe(false);
});
