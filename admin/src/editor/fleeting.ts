import { urlOf } from "@academy/shared/url";
import { type Advice, beginningOf } from "./advice";
import { $allPictures, $imageOf } from "./ImageNode";

/** Hosts whose pictures have addresses for hours or days: of Google, Facebook, Instagram, WhatsApp and Discord. */
const HOSTS =
  /(^|\.)(googleusercontent\.com|docs\.google\.com|fbcdn\.net|cdninstagram\.com|whatsapp\.net|discordapp\.(com|net))$/;

/** The one of Google's that keeps them: of blogs. */
const LASTING = "blogger.googleusercontent.com";

/** Whether the picture at an address will be gone before long. */
export function isFleeting(address: string): boolean {
  const url = urlOf(address);
  if (url === null || url.hostname === LASTING) return false;
  return HOSTS.test(url.hostname) || /[?&](x-amz-)?expires=/i.test(url.search);
}

/** The pictures that visitors will not see for long. */
export function $fleetingPictures(): Advice[] {
  return $allPictures()
    .map((node) => ({ key: node.getKey(), ...$imageOf(node) }))
    .filter(({ src }) => isFleeting(src))
    .map(({ key, src, alt }) => ({
      key,
      words: beginningOf(alt || src),
      advice: "is a picture that its host shows for a short time only. Save it as a file and insert that instead.",
    }));
}
