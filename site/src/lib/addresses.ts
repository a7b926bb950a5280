/** The dialable form of a phone number as people write it: digits and a leading plus. */
export const telephone = (number: string) => `tel:${number.replace(/[^\d+]/g, "")}`;

/** Where a chat with this number opens. A setting that already is an address stays as it is. */
export const chat = (number: string) =>
  /^https?:/.test(number) ? number : `https://wa.me/${number.replace(/\D/g, "")}`;
