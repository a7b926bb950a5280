import { isExternal } from "@academy/shared/url";

/** The first phone number in a text as people write it, with digits and a leading plus only. */
const dialable = (text: string) => (/\+?\d[\d\s().-]*/.exec(text)?.[0] ?? "").replace(/[^\d+]/g, "");

/** What dials the number, the first where there are several. */
export const telephone = (numbers: string) => `tel:${dialable(numbers)}`;

/** Where a chat with this number opens. A setting that already is an address stays as it is. */
export const chat = (numbers: string) =>
  isExternal(numbers) ? numbers : `https://wa.me/${dialable(numbers).replace("+", "")}`;
