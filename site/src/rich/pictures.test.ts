import { expect, test } from "vitest";
import { shown } from "./testing";

test("a picture of ours gets its copies and its size", () => {
  expect(shown('<p>a <img src="/media/images/ab_1200x560_480.png" alt="x > y"/></p>')).toBe(
    '<p>a <img loading="lazy" decoding="async" width="1200" height="560" srcset="/media/images/ab_1200x560_480.480.webp 480w, /media/images/ab_1200x560_480.png 1200w" sizes="(min-width: 720px) 42rem, 92vw" src="/media/images/ab_1200x560_480.png" alt="x > y"></p>',
  );
});

test("what the editor set stays; other pictures load late too", () => {
  expect(shown('<img src="/media/images/ab_1200x560.png" width="300">')).not.toContain("height=");
  expect(shown('<img src="https://elsewhere.example/a.png">')).toBe(
    '<img loading="lazy" decoding="async" alt="" src="https://elsewhere.example/a.png">',
  );
});

test("a picture that nobody has described is decoration", () => {
  expect(shown('<img src="/a.png"><img src="/b.png" alt="">')).toBe(
    '<img loading="lazy" decoding="async" alt="" src="/a.png"><img loading="lazy" decoding="async" src="/b.png" alt="">',
  );
});

const img = '<img src="/media/a_800x600_480.png" alt="A">';

test.each([
  [`<figure class="picture picture-full">${img}</figure>`, "(min-width: 720px) 42rem, 92vw"],
  [`<figure class="picture picture-half">${img}</figure>`, "(min-width: 720px) 21rem, 92vw"],
  [`<figure class="picture picture-wide">${img}</figure>`, "(min-width: 900px) 54rem, 92vw"],
  [
    `<div class="pictures"><figure class="picture picture-full">${img}</figure></div>`,
    "(min-width: 720px) 21rem, (min-width: 600px) 46vw, 92vw",
  ],
])("the copy of the picture is chosen by how wide it is shown: %s", (html, sizes) => {
  expect(shown(html)).toContain(`sizes="${sizes}"`);
});

test("captions and credits stay", () => {
  const caption = "<figcaption>The coast <cite>A. Rao</cite></figcaption>";
  expect(shown(`<figure class="picture picture-full">${img}${caption}</figure>`)).toContain(caption);
});

const youtube = (query = "") =>
  `<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/abcdefghijk${query}"></iframe>`;

test("a video loads nothing: its frame holds a link of ours to the player", () => {
  const html = shown(youtube(), { video: { name: "Video {number}: {title}", title: 'Q & "A"' } });
  expect(html).not.toMatch(/ src="/);
  const [, frame = ""] = /srcdoc="([^"]*)"/.exec(html) ?? [];
  const inside = frame.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  expect(inside).toContain(
    'href="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&amp;playsinline=1&amp;rel=0"',
  );
  expect(inside.replace(/<[^>]*>/g, "")).toBe("Play Video 1: Q &amp; &quot;A&quot;");
  expect(inside).not.toMatch(/<script|\ssrc=|url\(|<link/);
  expect(html).toContain('title="Video 1: Q &amp; &quot;A&quot;"');
});

test("videos are counted, and a title of its own stays", () => {
  const html = shown(youtube() + youtube().replace("<iframe", '<iframe title="A"') + youtube());
  expect([...html.matchAll(/ title="([^"]*)"/g)].map(([, title]) => title)).toEqual(["Video 1", "A", "Video 3"]);
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
  expect(shown(`<p>a</p><iframe class="ql-video" src="${embed}"></iframe>`)).toMatch(
    /<\/iframe><a class="video-address" href="([^"]*)">\1<\/a>$/,
  );
  expect(shown(`<iframe src="${embed}"></iframe>`)).toContain(`href="${address}">`);
});
