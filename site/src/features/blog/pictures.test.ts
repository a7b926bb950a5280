import { expect, test } from "vitest";
import { withPictures, withTitles, withVideoAddresses } from "./pictures";

test("a picture of ours gets its copies and its size", () => {
  expect(withPictures('<p>a <img src="/media/images/ab_1200x560_480.png" alt="x > y"/></p>')).toBe(
    '<p>a <img loading="lazy" decoding="async" width="1200" height="560" srcset="/media/images/ab_1200x560_480.480.webp 480w, /media/images/ab_1200x560_480.png 1200w" sizes="(min-width: 720px) 42rem, 92vw" src="/media/images/ab_1200x560_480.png" alt="x > y"/></p>',
  );
});

test("what the editor set stays; other pictures load late too", () => {
  expect(withPictures('<img src="/media/images/ab_1200x560.png" width="300">')).not.toContain("height=");
  expect(withPictures('<img src="https://elsewhere.example/a.png">')).toBe(
    '<img loading="lazy" decoding="async" alt="" src="https://elsewhere.example/a.png">',
  );
});

test("a picture that nobody has described is decoration", () => {
  expect(withPictures('<img src="/a.png"><img src="/b.png" alt="">')).toBe(
    '<img loading="lazy" decoding="async" alt="" src="/a.png"><img loading="lazy" decoding="async" src="/b.png" alt="">',
  );
});

test("a video is called by its number and the article's title; a title of its own stays", () => {
  const html = '<iframe src="a"></iframe><iframe title="A" src="b"></iframe><iframe src="c">';
  expect(withTitles(html, "Video {number}: {title}", 'Q & "A"')).toBe(
    '<iframe title="Video 1: Q &amp; &quot;A&quot;" src="a"></iframe><iframe title="A" src="b"></iframe>' +
      '<iframe title="Video 2: Q &amp; &quot;A&quot;" src="c">',
  );
});

test.each([
  ["https://www.youtube-nocookie.com/embed/abcdefghijk", "https://youtu.be/abcdefghijk"],
  ["https://www.youtube.com/embed/abcdefghijk?rel=0&amp;start=90", "https://youtu.be/abcdefghijk?t=90"],
  [
    "https://www.youtube-nocookie.com/embed/videoseries?list=PL1-_a&amp;rel=0",
    "https://www.youtube.com/playlist?list=PL1-_a",
  ],
  ["https://player.vimeo.com/video/123456", "https://vimeo.com/123456"],
  ["https://player.vimeo.com/video/123456?h=0a1b2c", "https://vimeo.com/123456/0a1b2c"],
])("the video at %s has the address %s on paper", (embed, address) => {
  const video = `<iframe class="ql-video" src="${embed}"></iframe>`;
  expect(withVideoAddresses(`<p>a</p>${video}`)).toBe(
    `<p>a</p>${video}<a class="video-address" href="${address}">${address}</a>`,
  );
});
