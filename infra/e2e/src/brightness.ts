import type { Page } from "playwright-core";

/** How bright each pixel of a PNG is, from 0 to 255, by rows. The page decodes it. */
export function brightness(page: Page, png: Buffer): Promise<number[][]> {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    if (!context) throw new Error("there is no canvas");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return Array.from({ length: picture.height }, (_, y) =>
      Array.from({ length: picture.width }, (_, x) => {
        const at = (y * picture.width + x) * 4;
        return Math.max(...data.subarray(at, at + 3));
      }),
    );
  }, png.toString("base64"));
}
