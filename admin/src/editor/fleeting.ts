import { urlOf } from "@academy/shared/url";
import { $nodesOfType } from "lexical";
import { type Advice, beginningOf } from "./advice";
import { $imageOf, ImageNode } from "./ImageNode";

/** Hosts that give pictures addresses for hours or days: Google Docs and Photos, Facebook, Instagram, WhatsApp, Discord. */
const HOSTS =
  /(^|\.)((?<!blogger\.)googleusercontent\.com|docs\.google\.com|fbcdn\.net|cdninstagram\.com|whatsapp\.net|discordapp\.(com|net))$/;

/** Whether the picture at an address will be gone before long. */
export function isFleeting(address: string): boolean {
  const url = urlOf(address);
  return url !== null && (HOSTS.test(url.hostname) || /[?&](x-amz-)?expires=/i.test(url.search));
}

/** The pictures that visitors will not see for long. */
export function $fleetingPictures(): Advice[] {
  return $nodesOfType(ImageNode)
    .map((node) => ({ key: node.getKey(), ...$imageOf(node) }))
    .filter(({ src }) => isFleeting(src))
    .map(({ key, src, alt }) => ({
      key,
      words: beginningOf(alt || src),
      advice: "is a picture that its host shows for a short time only. Save it as a file and insert that instead.",
    }));
}
