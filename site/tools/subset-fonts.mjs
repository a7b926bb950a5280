// Makes the font files in @academy/shared and src/preview/fonts from the @fontsource packages. Run by hand when a font or a
// character set changes: `npm run fonts`. The results are kept in the repository, so that no build needs this.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const target = path.join(path.dirname(require.resolve("@academy/shared/styles/fonts.css")), "fonts");
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");

// Characters that nearly every page needs, and no others: the first readable screen waits for these files.
const core = `${range(0x20, 0x7e)}\u00a0©·×–—‘’“”•…₹→←↑↓°½é−≤≥€™`;
const rest = `${range(0xa1, 0xff)}ŒœıŠšŽž†‡‹›′″`;
const extended = range(0x100, 0x17f) + range(0x1e00, 0x1eff);
const joiners = "\u200c\u200d\u25cc₹";
const weights = { min: 400, max: 700, default: 400 };

const file = (family, subset, axes, style = "normal") => {
  const manifest = require.resolve(`@fontsource-variable/${family}/package.json`);
  return path.join(path.dirname(manifest), "files", `${family}-${subset}-${axes}-${style}.woff2`);
};

const jobs = [
  ["anek-core", file("anek-latin", "latin", "wght"), core, { wght: weights }],
  ["anek-rest", file("anek-latin", "latin", "wght"), rest, { wght: weights }],
  ["anek-extended", file("anek-latin", "latin-ext", "wght"), extended, { wght: weights }],
  ["anek-devanagari", file("anek-devanagari", "devanagari", "wght"), range(0x900, 0x97f) + joiners, { wght: weights }],
  ["anek-kannada", file("anek-kannada", "kannada", "wght"), range(0xc80, 0xcff) + joiners, { wght: weights }],
  // The one Devanagari word of the interface, so that the About page does not load a quarter of a megabyte for it.
  ["anek-sanskrit", file("anek-devanagari", "devanagari", "wght"), "अध्व", { wght: 600 }],
  ["serif-core", file("source-serif-4", "latin", "wght"), core, { wght: weights }],
  ["serif-rest", file("source-serif-4", "latin", "wght"), rest, { wght: weights }],
  ["serif-extended", file("source-serif-4", "latin-ext", "wght"), extended, { wght: weights }],
  // One weight: what is both slanted and bold is rare, and browsers thicken it well enough.
  ["serif-italic", file("source-serif-4", "latin", "wght", "italic"), core, { wght: 400 }],
  ["serif-italic-rest", file("source-serif-4", "latin", "wght", "italic"), rest, { wght: 400 }],
];

mkdirSync(target, { recursive: true });
for (const [name, source, text, variationAxes] of jobs) {
  const woff2 = await subsetFont(readFileSync(source), text, { targetFormat: "woff2", variationAxes });
  writeFileSync(path.join(target, `${name}.woff2`), woff2);
  console.log(`${name}.woff2 ${woff2.length}`);
}

// The previews are drawn with one weight, from files that HarfBuzz can read; no page loads them.
const preview = path.resolve(import.meta.dirname, "../src/preview/fonts");
const indic = `।॥${joiners}`;
const heavy = [
  ["anek-latin", "latin", core + rest],
  ["anek-latin", "latin-ext", extended],
  ["anek-devanagari", "devanagari", range(0x900, 0x97f) + joiners],
  ["anek-bangla", "bengali", range(0x980, 0x9ff) + indic],
  ["anek-gurmukhi", "gurmukhi", range(0xa00, 0xa7f) + indic],
  ["anek-gujarati", "gujarati", range(0xa80, 0xaff) + indic],
  ["anek-odia", "oriya", range(0xb00, 0xb7f) + indic],
  ["anek-tamil", "tamil", range(0xb80, 0xbff) + indic],
  ["anek-telugu", "telugu", range(0xc00, 0xc7f) + indic],
  ["anek-kannada", "kannada", range(0xc80, 0xcff) + joiners],
  ["anek-malayalam", "malayalam", range(0xd00, 0xd7f) + indic],
  ["noto-sans-ol-chiki", "ol-chiki", range(0x1c50, 0x1c7f)],
  ["noto-sans-meetei-mayek", "meetei-mayek", range(0xaae0, 0xaaff) + range(0xabc0, 0xabff)],
  ["noto-naskh-arabic", "arabic", range(0x600, 0x6ff) + range(0x750, 0x77f) + joiners],
  ["noto-sans-hebrew", "hebrew", range(0x590, 0x5ff)],
];
mkdirSync(preview, { recursive: true });
for (const [family, subset, text] of heavy) {
  const name = subset === "latin-ext" ? "anek-extended" : family;
  const ttf = await subsetFont(readFileSync(file(family, subset, "wght")), text, {
    targetFormat: "truetype",
    variationAxes: { wght: 650 },
  });
  writeFileSync(path.join(preview, `${name}.ttf`), ttf);
  console.log(`${name}.ttf ${ttf.length}`);
}
const noto = ["noto-sans-ol-chiki", "noto-sans-meetei-mayek", "noto-naskh-arabic", "noto-sans-hebrew"];
for (const [folder, families] of [
  [target, ["anek-latin", "source-serif-4"]],
  [preview, noto],
]) {
  for (const family of families) {
    const licence = path.join(path.dirname(require.resolve(`@fontsource-variable/${family}/package.json`)), "LICENSE");
    writeFileSync(path.join(folder, `LICENSE-${family}.txt`), readFileSync(licence));
  }
}
