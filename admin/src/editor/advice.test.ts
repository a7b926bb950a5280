import { describe, expect, it } from "vitest";
import type { Advice } from "./advice";

import { $fleetingPictures, isFleeting } from "./fleeting";
import { $legacyPassages, isLegacyKannada } from "./legacyFonts";
import { open } from "./testEditor";

function found(html: string, $find: () => Advice[]): string[] {
  const editor = open(html);
  return editor.read(() => $find().map(({ words, advice }) => `${words} ${advice}`));
}

describe("Kannada in a legacy font", () => {
  it.each([
    ["E¥ÀàvÀÛªÀÄÆgÀgÀ", true],
    ["PÀ£ÀßqÀ", true],
    ["The word ¨sÁgÀvÀ in a sentence", true],
    ["ಎಪ್ಪತ್ತಮೂರರ ಕನ್ನಡ", false],
    ["Café déjà vu, ÀÉÎÕÜ, naïve Ångström, MÜNCHEN, çÇ", false],
    ["10°C–20°C, £5, 3½", false],
    ["", false],
  ])("%s: %j", (text, legacy) => expect(isLegacyKannada(text)).toBe(legacy));

  it("is named by its passage", () => {
    const html = "<p>Fine</p><ul><li>E¥ÀàvÀÛªÀÄÆgÀgÀ</li></ul>";
    expect(found(html, $legacyPassages)).toEqual([
      "E¥ÀàvÀÛªÀÄÆgÀgÀ is Kannada for a font such as Nudi or Baraha: visitors see these letters. Convert it to Unicode first.",
    ]);
  });
});

describe("a picture whose host forgets it", () => {
  it.each([
    ["https://lh7-rt.googleusercontent.com/docsz/AD_4nXe?key=x", true],
    ["https://docs.google.com/drawings/u/0/d/x/image", true],
    ["https://bucket.s3.amazonaws.com/a.png?X-Amz-Date=1&X-Amz-Expires=3600", true],
    ["https://scontent.fblr1-1.fna.fbcdn.net/v/a.jpg", true],
    ["https://blogger.googleusercontent.com/img/a.png", false],
    ["https://googleusercontent.com.example.org/a.png", false],
    ["https://example.org/a.png?expired=no", false],
    ["/media/images/a.png", false],
  ])("%s: %j", (address, fleeting) => expect(isFleeting(address)).toBe(fleeting));

  it("is named by its words, or its address", () => {
    const src = `https://lh7-rt.googleusercontent.com/docsz/${"x".repeat(80)}`;
    const advice = "is a picture that its host shows for a short time only. Save it as a file and insert that instead.";
    const html = `<p><img src="${src}" alt="A map"> and <img src="${src}" alt=""><img src="/media/a.png" alt=""></p>`;
    expect(found(html, $fleetingPictures)).toEqual([`A map ${advice}`, `${src.slice(0, 60)}… ${advice}`]);
  });
});
