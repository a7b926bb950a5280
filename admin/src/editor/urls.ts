/** Which addresses may stand in an article. The server applies the same rules. */
import { urlOf } from "@academy/shared/url";
import { embedAddress, videoOf } from "@academy/shared/video";

/** Whether browsers open the address, and read it as people do. */
const opens = (address: string) => !/[\\\p{Cc}]/u.test(address) && urlOf(address, "https://site.invalid") !== null;

/** Whether the text means to be an address of a kind that links may have. */
export const hasLinkScheme = (text: string) => /^(https?|mailto|tel):/i.test(text.trim());

/** Whether a link leads to another site, which opens in a tab of its own. */
export const leadsAway = (address: string) => /^https?:/i.test(address);

/**
 * The address of a link as somebody types it; null when it is neither of this site (`/blog/x`, `#part`) nor of one of
 * http, https, mailto and tel, or when browsers do not open it.
 */
export function linkAddress(input: string): string | null {
  const text = input.trim();
  if (/^(\/|#|https?:|mailto:|tel:)/i.test(text)) return storedLinkAddress(text);
  if (/^[^\s@/:]+@[^\s@/]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`;
  // "example.com/page" is what people type when they mean a web address.
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?([/?#]\S*)?$/i.test(text)) return linkAddress(`https://${text}`);
  return null;
}

/** The address of a stored link. Pages of this site (`/blog/x`, `#part`) stay as they are. */
export function storedLinkAddress(href: string): string | null {
  const text = href.trim();
  // Spaces between the digits of a phone number are no part of it.
  const address = /^tel:/i.test(text) ? text.replace(/\s|%20/g, "") : text;
  return /^(\/(?!\/)|#|https?:\/\/[^\s/]|mailto:[^\s]|tel:.)/i.test(address) && opens(address) ? address : null;
}

/** The pictures in an address that the server takes. */
const DATA = /^data:image\/(a?png|jpe?g|gif|webp|(x-ms-)?bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/** The address of an image: http, https, data of an image that the server takes, or a file of this site. */
export function imageAddress(src: string): string | null {
  const text = src.trim();
  if (!(DATA.test(text) || /^(https?:\/\/[^/]|\/(?!\/))/i.test(text)) || !opens(text)) return null;
  return leavesMedia(text) ? null : text;
}

/** Whether a path leads out of the folder of uploaded files. */
const leavesMedia = (path: string) =>
  /^\/media\//i.test(path) && !new URL(path, "https://site.invalid").pathname.startsWith("/media/");

/** The embed address for a link to a video or playlist, or null for anything else. */
export function videoEmbedAddress(input: string): string | null {
  const text = input.trim();
  const video = videoOf(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
  return video && embedAddress(video);
}

/** The address of a stored video: an embed address of one of the two hosts, unchanged where the server keeps it. */
export function storedVideoAddress(src: string): string | null {
  const embed =
    /^https:\/\/(www\.youtube(-nocookie)?\.com\/embed\/[\w-]{6,20}|player\.vimeo\.com\/video\/\d{1,12})(\?[\w=&;-]*)?$/;
  return embed.test(src.trim()) ? src.trim() : videoEmbedAddress(src);
}
