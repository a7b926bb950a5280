import { describe, expect, it } from "vitest";
import { imageAddress, leadsAway, linkAddress, storedLinkAddress, storedVideoAddress, videoEmbedAddress } from "./urls";

describe("links", () => {
  it.each([
    ["https://example.org/a?b=c", "https://example.org/a?b=c"],
    ["http://example.org", "http://example.org"],
    ["mailto:a@example.org", "mailto:a@example.org"],
    ["tel:+911234", "tel:+911234"],
    ["tel:+91 999 99", "tel:+9199999"],
    ["tel:+91%20999\u00a099", "tel:+9199999"],
    ["/blog/2026", "/blog/2026"],
    ["#part", "#part"],
    ["example.org/page", "https://example.org/page"],
    ["a@example.org", "mailto:a@example.org"],
    [" https://example.org ", "https://example.org"],
  ])("%s is accepted", (input, address) => expect(linkAddress(input)).toBe(address));

  // The server would take them off, and the writer would never know.
  it.each([
    "https://x:99999/",
    "https://256.256.256.256/",
    "https://a<b/",
    "https://a\\b/",
    "https:///a",
    "x.example:99999/",
  ])("%s is refused, because no browser opens it as it looks", (input) => {
    expect(linkAddress(input)).toBeNull();
    expect(storedLinkAddress(input)).toBeNull();
  });

  it.each(["/blog/x", "#part", "https://example.org/two words", "mailto:a@example.org", "tel:1"])(
    "%s stays when it is stored",
    (address) => expect(storedLinkAddress(address)).toBe(address),
  );

  it.each(["", "javascript:alert(1)", "data:text/html,x", "ftp://example.org", "file:///etc", "//x", "hello", "tel: "])(
    "%s is refused",
    (input) => expect(linkAddress(input)).toBeNull(),
  );
});

it.each([
  ["https://example.org/", true],
  ["HTTP://example.org/", true],
  ["mailto:a@example.org", false],
  ["tel:1", false],
  ["/blog/x", false],
  ["#part", false],
])("%s leads away: %j", (address, away) => expect(leadsAway(address)).toBe(away));

describe("images", () => {
  it.each(["http://a/b.png", "https://a/b.png", "data:image/png;base64,AA==", "/media/x.png"])(
    "%s is accepted",
    (src) => expect(imageAddress(src)).toBe(src),
  );
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///x.png",
    "//a/b.png",
    "blob:x",
    "https://x:99999/a.png",
    "/media/../x",
  ])("%s is refused", (src) => expect(imageAddress(src)).toBeNull());
});

describe("video links become embed addresses", () => {
  const youtube = "https://www.youtube-nocookie.com/embed/abcdefghi_k";
  it.each([
    ["https://www.youtube.com/watch?v=abcdefghi_k", youtube],
    ["https://m.youtube.com/watch?list=x&v=abcdefghi_k", youtube],
    ["https://youtu.be/abcdefghi_k", youtube],
    ["youtube.com/shorts/abcdefghi_k", youtube],
    ["https://www.youtube.com/embed/abcdefghi_k", youtube],
    ["https://youtu.be/abcdefghi_k?t=90", `${youtube}?start=90`],
    ["https://vimeo.com/123456789", "https://player.vimeo.com/video/123456789"],
    ["https://vimeo.com/123456789/a1b2c3d4e5", "https://player.vimeo.com/video/123456789?h=a1b2c3d4e5"],
    ["youtu.be/dQw4w9WgXcQ?t=1m30s", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90"],
    [
      "https://www.youtube.com/embed/videoseries?list=PL123",
      "https://www.youtube-nocookie.com/embed/videoseries?list=PL123",
    ],
    ["https://vimeo.com/channels/staff/123456789", "https://player.vimeo.com/video/123456789"],
    ["https://player.vimeo.com/video/123456789", "https://player.vimeo.com/video/123456789"],
  ])("%s", (input, address) => expect(videoEmbedAddress(input)).toBe(address));

  it.each([
    "",
    "https://example.org/watch?v=abcdefghi_k",
    "https://youtube.com.evil.example/watch?v=abcdefghi_k",
    "https://www.youtube.com/watch?v=short",
    "javascript:alert(1)",
    "https://vimeo.com/about",
  ])("%s is refused", (input) => expect(videoEmbedAddress(input)).toBeNull());
});

describe("stored videos", () => {
  it.each([
    ["https://www.youtube.com/embed/abcdefghijk?showinfo=0", "https://www.youtube.com/embed/abcdefghijk?showinfo=0"],
    [
      "https://www.youtube.com/embed/abcdefghijk?origin=https://example.org&start=30",
      "https://www.youtube-nocookie.com/embed/abcdefghijk?start=30",
    ],
    ["https://player.vimeo.com/video/123456789#t=30s", "https://player.vimeo.com/video/123456789"],
    ["https://www.youtube.com/embed/short", null],
  ])("%s", (src, address) => expect(storedVideoAddress(src)).toBe(address));
});
