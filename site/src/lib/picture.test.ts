import { expect, test } from "vitest";
import { copiesOf } from "./picture";

const stem = "/media/images/0123456789abcdef0123456789abcdef";

test("how wide a picture is shown is said only of one that has copies", () => {
  expect(copiesOf(`${stem}_1600x900_480.jpg`, "100vw")).toEqual({
    srcSet: `${stem}_1600x900_480.480.webp 480w, ${stem}_1600x900_480.jpg 1600w`,
    sizes: "100vw",
  });
  expect(copiesOf("https://elsewhere.example/a.jpg", "100vw")).toEqual({});
});
