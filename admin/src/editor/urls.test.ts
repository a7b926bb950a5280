import { describe, expect, it } from "vitest";
import { imageAddress, linkAddress, videoEmbedAddress } from "./urls";

describe("links", () => {
  it.each([
    ["https://example.org/a?b=c", "https://example.org/a?b=c"],
    ["http://example.org", "http://example.org"],
    ["mailto:a@example.org", "mailto:a@example.org"],
    ["tel:+911234", "tel:+911234"],
    ["example.org/page", "https://example.org/page"],
    ["a@example.org", "mailto:a@example.org"],
    [" https://example.org ", "https://example.org"],
  ])("%s is accepted", (input, address) => expect(linkAddress(input)).toBe(address));

  it.each(["", "javascript:alert(1)", "data:text/html,x", "ftp://example.org", "file:///etc", "//x", "hello"])(
    "%s is refused",
    (input) => expect(linkAddress(input)).toBeNull(),
  );
});

describe("images", () => {
  it.each(["http://a/b.png", "https://a/b.png", "data:image/png;base64,AA==", "/media/x.png"])(
    "%s is accepted",
    (src) => expect(imageAddress(src)).toBe(src),
  );
  it.each(["javascript:alert(1)", "data:text/html,x", "file:///x.png", "//a/b.png", "blob:x"])("%s is refused", (src) =>
    expect(imageAddress(src)).toBeNull(),
  );
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
