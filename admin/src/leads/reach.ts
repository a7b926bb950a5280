// Addresses and numbers of leads are typed by strangers: what becomes of them in a link is decided here alone.

/** Opens a message to an e-mail address, and sets nothing else of it; null for what is none. */
export function mailto(address: string): string | null {
  // Neither space nor control character, nor what could end the address, separates two, or begins a header.
  const [, name, host] = /^([^\s\p{C}<>()[\]",:;\\@]+)@([^\s\p{C}<>()[\]",:;\\@/?#&%]+)$/u.exec(address.trim()) ?? [];
  if (!name || !host) return null;
  try {
    return `mailto:${encodeURIComponent(name)}@${encodeURIComponent(host)}`;
  } catch {
    return null; // half a character
  }
}

/** Opens a chat on WhatsApp with a phone number, whose country is known; null for what is none. */
export function whatsapp(number: string): string | null {
  const [, digits] = /^tel:\+(\d+)$/.exec(tel(number) ?? "") ?? [];
  return digits ? `https://wa.me/${digits}` : null;
}

/** Calls a phone number, with its country: India's where it names none. Null for what is none. */
export function tel(number: string): string | null {
  const [, international, digits] = /^(\+|00)?(\d{5,15})$/.exec(number.replace(/[\s().-]/g, "")) ?? [];
  if (!digits) return null;
  if (international) return `tel:+${digits}`;
  const national = digits.replace(/^0/, "");
  if (national.length === 10) return `tel:+91${national}`;
  return /^91\d{10}$/.test(digits) ? `tel:+${digits}` : `tel:${digits}`;
}
