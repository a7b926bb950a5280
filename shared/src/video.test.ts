import { describe, expect, test } from "vitest";
import cases from "./test/videos.json";
import { embedAddress, isVideoHost, videoOf } from "./video";

/** The address of the player of the video at an address; null when there is none. */
function embedded(address: string): string | null {
  const video = videoOf(address);
  return video && embedAddress(video);
}

describe("an address", () => {
  test.each(cases.videos)("%s is played by %s", (address, player) => {
    expect(embedded(address)).toBe(player);
    expect(embedded(player ?? "")).toBe(player);
  });
  test.each(cases.pages)("%s is no video", (address) => {
    expect(videoOf(address)).toBeNull();
    expect(isVideoHost(address)).toBe(true);
  });
  test.each(["", "dQw4w9WgXcQ", "ftp://youtu.be/dQw4w9WgXcQ", ...cases.others])("%s is of no host", (address) => {
    expect(videoOf(address)).toBeNull();
    expect(isVideoHost(address)).toBe(false);
  });
});

test("options of the player follow", () => {
  const video = videoOf("https://vimeo.com/76979871/a1b2c3d4e5");
  expect(video && embedAddress(video, { dnt: "1" })).toBe("https://player.vimeo.com/video/76979871?h=a1b2c3d4e5&dnt=1");
});
