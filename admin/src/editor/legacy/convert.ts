import { isLegacyKannada, LEGACY_SCRIPTS, type LegacyScript, legacyScript } from "../legacyFonts";
import { hindiOf } from "./krutiDev";
import { kannadaOf } from "./nudi";

/** The font of a run of text, as far as it is known: its script of its font, that it is in another font, or nothing. */
type Font = LegacyScript | "other" | null;

/** The HTML with its passages for legacy fonts in Unicode: run by run where it names fonts, else by their letters. */
export function convertHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  const classes = fontsOfClasses(page);
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const runs: { text: Text; font: Font }[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== "") runs.push({ text, font: fontOf(text.parentElement, classes) });
  }
  const named = new Set(runs.map(({ font }) => font));
  for (const { text, font } of runs) {
    const line = text.parentElement?.closest("p, li, td, th, h1, h2, h3, h4, h5, h6, div")?.textContent ?? text.data;
    if (font === "Kannada" || font === "Hindi") text.data = convertRun(text.data, font, true);
    // Letters with accents are sure; those of Hindi are not, where the rest says which is which.
    else if (isLegacyKannada(line)) text.data = convertRun(text.data, "Kannada", false);
    else if (!named.has("Hindi") && font === null) text.data = convertText(text.data, line);
  }
  return page.body.innerHTML;
}

/** A text in Unicode, as far as it is for a legacy font; `around` is what it stands in. */
export function convertText(text: string, around = text): string {
  const script = legacyScript(text) ?? legacyScript(around);
  return script ? convertRun(text, script, false) : text;
}

/** The words of a run in Unicode. Those of other languages stay; `sure` is of one whose font is known. */
function convertRun(text: string, script: LegacyScript, sure: boolean): string {
  return text.replace(/[^\s\u00a0]+/g, (word) => {
    if (!/[A-Za-z\u00a1-\u00ff\u0152-\u2122]/.test(word) && !(sure && script === "Hindi")) return word;
    if (script === "Kannada") return sure || isKannadaWord(word) ? (kannadaOf(word) ?? word) : word;
    return isEnglish(word, sure) ? word : (hindiOf(word) ?? word);
  });
}

/** Short words of Kannada without any accent. */
const PLAIN_KANNADA = /^(D|F|Dl|Hl|Nl)[,!?]?$/;

const isKannadaWord = (word: string) => /[\u00a1-\u00d6\u03bc]/.test(word) || PLAIN_KANNADA.test(word);

/** Words of English that could be read as Hindi. Those that are common in Hindi as well are not among them. */
const ENGLISH = new Set(
  (
    "the and are was were been has have had for from with this that these those they there their them then than which when " +
    "where what who whom will would shall should can could may might must not but any all one two our out about into over " +
    "under between after before year years state states india indian act article section court part chapter page table exam"
  ).split(" "),
);

/** Whether a word among Hindi is English: abbreviations, and unless the font is known also words that are spelled so. */
function isEnglish(word: string, sure: boolean): boolean {
  const bare = word.replace(/^[("'[]+|[)"'\].,:;!?]+$/g, "");
  if (/^[A-Z]{2,}$/.test(bare) || /^(https?:|www\.|\S{1,64}@\S{1,64}\.)/.test(word)) return true;
  if (sure) return false;
  const vowels = bare.match(/[aeiou]/g)?.length ?? 0;
  return (
    ENGLISH.has(bare.toLowerCase()) ||
    (/^[A-Z][a-z]{2,}$/.test(bare) && vowels >= 0.35 * bare.length && !/k[kjhs]/.test(bare))
  );
}

const scriptOf = (font: string): Font => {
  const scripts = Object.keys(LEGACY_SCRIPTS) as LegacyScript[];
  return scripts.find((script) => LEGACY_SCRIPTS[script].names.test(font)) ?? (font.trim() === "" ? null : "other");
};

/** The font that the nearest element names, by its style, its class or as `font face`. */
function fontOf(element: Element | null, classes: ReadonlyMap<string, string>): Font {
  for (let at = element; at; at = at.parentElement) {
    const style = at.getAttribute("style") ?? "";
    const families = [...style.matchAll(/(?:mso-(?:ascii|hansi)-)?font-family:\s*([^;]*)/gi)].map(
      ([, family]) => family ?? "",
    );
    const named = [...families, at.getAttribute("face") ?? "", classes.get(at.classList[0] ?? "") ?? ""].filter(
      Boolean,
    );
    const font = named.map(scriptOf).find((one) => one !== "other") ?? (named.length > 0 ? "other" : null);
    if (font !== null) return font;
  }
  return null;
}

/** The fonts of Word's paragraph styles. */
function fontsOfClasses(page: Document): Map<string, string> {
  const css = [...page.querySelectorAll("style")].map(({ textContent }) => textContent).join("\n");
  const fonts = new Map<string, string>();
  for (const [, selectors = "", rules = ""] of css.matchAll(/([^{}]{1,500})\{([^{}]*)\}/g)) {
    const family = /font-family:\s*([^;]*)/i.exec(rules)?.[1];
    for (const [, name = ""] of family ? selectors.matchAll(/\.(\w+)/g) : []) fonts.set(name, family ?? "");
  }
  return fonts;
}
