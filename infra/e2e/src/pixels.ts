import type { Page } from "playwright-core";

export type Colour = [red: number, green: number, blue: number];

/** The colours of a PNG's pixels, by rows. The page decodes it. */
export function pixels(page: Page, png: Buffer): Promise<Colour[][]> {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    if (!context) throw new Error("there is no canvas");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return Array.from({ length: picture.height }, (_, y) =>
      Array.from({ length: picture.width }, (_, x): [number, number, number] => {
        const at = (y * picture.width + x) * 4;
        return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      }),
    );
  }, png.toString("base64"));
}
