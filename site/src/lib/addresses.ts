import { isExternal } from "@academy/shared/url";

/** The first phone number in a text as people write it, with digits and a leading plus only. */
const dialable = (text: string) => (/\+?\d[\d\s().-]*/.exec(text)?.[0] ?? "").replace(/[^\d+]/g, "");

/** Returns the address that dials the first of these numbers. */
export const telephone = (numbers: string) => `tel:${dialable(numbers)}`;

/** Returns the address of a chat with this number. An address stays as it is. */
export const chat = (numbers: string) =>
  isExternal(numbers) ? numbers : `https://wa.me/${dialable(numbers).replace("+", "")}`;
