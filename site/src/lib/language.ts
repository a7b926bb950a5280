// Each script stands for the language that most of its readers in India read.
const languages = [
  ["kn", /\p{Script=Kannada}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["bn", /\p{Script=Bengali}/u],
  ["gu", /\p{Script=Gujarati}/u],
  ["ml", /\p{Script=Malayalam}/u],
  ["mni", /\p{Script=Meetei_Mayek}/u],
  ["or", /\p{Script=Oriya}/u],
  ["pa", /\p{Script=Gurmukhi}/u],
  ["sat", /\p{Script=Ol_Chiki}/u],
  ["ta", /\p{Script=Tamil}/u],
  ["te", /\p{Script=Telugu}/u],
  ["ur", /\p{Script=Arabic}/u],
] as const;

export type Language = (typeof languages)[number][0];

/** The language of a text by its script, for the `lang` attribute: Hindi, Tamil …, or undefined for the page's own. */
export const languageOf = (text: string): Language | undefined =>
  languages.find(([, script]) => script.test(text))?.[0];

/** The language of the site's own words where they stand among those of an article. */
export const languageOfWords = (text: string): string => languageOf(text) ?? "en";
