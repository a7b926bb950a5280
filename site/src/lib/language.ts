/** The language of a text by its script, for the `lang` attribute: Hindi, Kannada, or undefined for the page's own. */
export function languageOf(text: string): "hi" | "kn" | undefined {
  if (/[\u0c80-\u0cff]/.test(text)) return "kn";
  if (/[\u0900-\u097f]/.test(text)) return "hi";
  return undefined;
}
