import { PICTURE_FORMATS } from "@/api/formats";
import { beginningOf } from "../advice";
import { imageAddress } from "../urls";

/** Takes out the pictures that a text cannot show, all where it takes words only; returns why, in a sentence each. */
export function takeOutPictures(body: Element, wordsOnly: boolean): string[] {
  const reasons: string[] = [];
  for (const image of body.querySelectorAll("img")) {
    const src = image.getAttribute("src")?.trim() ?? "";
    const fits = imageAddress(src) !== null;
    if (fits && !wordsOnly) continue;
    const reason = fits ? "This text takes words only." : reasonFor(src);
    if (src !== "") reasons.push(`${nameOf(image, src)}: ${reason}`);
    image.remove();
  }
  return reasons;
}

function nameOf(image: Element, src: string): string {
  const alt = image.getAttribute("alt")?.trim() ?? "";
  const file = /^file:.*[/\\]([^/\\]+)$/i.exec(src)?.[1];
  return beginningOf(alt || file || src);
}

function reasonFor(src: string): string {
  const format = /^data:image\/([a-z0-9]+)/i.exec(src)?.[1];
  if (format) return `The format is ${format.toUpperCase()}. Pictures are taken as ${PICTURE_FORMATS}.`;
  return "It is only where it was copied from. Save it as a file and insert that with the tool Image.";
}
