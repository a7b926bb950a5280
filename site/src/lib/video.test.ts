import { expect, test } from "vitest";
import { playingEmbed, videoId } from "./video";

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=10s", "dQw4w9WgXcQ"],
  ["https://m.youtube.com/watch?v=a-b_c1234Z9", "a-b_c1234Z9"],
  ["https://youtu.be/dQw4w9WgXcQ?si=abc", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/embed/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/shorts/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/live/dQw4w9WgXcQ?feature=share", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/v/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://music.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", "dQw4w9WgXcQ"],
  ["  https://youtu.be/dQw4w9WgXcQ  ", "dQw4w9WgXcQ"],
])("%s names the video %s", (link, id) => expect(videoId(link)).toBe(id));

test.each([
  "",
  "/media/uploads/hero.mp4",
  "https://cdn.example/hero.mp4",
  "https://www.youtube.com/watch?v=tooshort",
  "https://www.youtube.com/watch?v=dQw4w9WgXcQextra",
  "https://example.com/watch?v=dQw4w9WgXcQ",
  "https://youtube.com.evil.example/embed/dQw4w9WgXcQ",
])("%s is no video-site link", (link) => expect(videoId(link)).toBeNull());

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
