import { expect, test } from "vitest";
import { pictureOf } from "./picture";

const stem = "/media/images/0123456789abcdef0123456789abcdef";

test("the address of a picture tells its size and its smaller copies", () => {
  expect(pictureOf(`${stem}_1600x900_480_960.jpg`)).toEqual({
    width: 1600,
    height: 900,
    srcSet: `${stem}_1600x900_480_960.480.webp 480w, ${stem}_1600x900_480_960.960.webp 960w, ${stem}_1600x900_480_960.jpg 1600w`,
  });
});

test("a small picture has no copies", () => {
  expect(pictureOf(`${stem}_300x200.png`)).toEqual({ width: 300, height: 200 });
});

test("names may hold words", () => {
  expect(pictureOf("/media/seed/how-to-read_1200x560_480.webp")).toMatchObject({ width: 1200, height: 560 });
});

test.each([
  "",
  "/media/seed/hero.webp",
  "https://elsewhere.example/media/a_100x100_48.jpg",
  "data:image/png;base64,AAAA",
  "/media/images/a b_100x100.png",
  "/media/x_1x1.png?y",
])("%j tells nothing", (src) => expect(pictureOf(src)).toEqual({}));
