const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes a text for XML, without the control characters that XML forbids. */
export const escapeXml = (text: string) =>
  text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (mark) => named[mark] as string);

/** The same as a CDATA section, which keeps the marks. */
export const cdata = (text: string) =>
  `<![CDATA[${text.replace(FORBIDDEN, "").replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
