// Makes the font files in src/styles/fonts and src/preview/fonts from the @fontsource packages. Run by hand when a font or a
// character set changes: `npm run fonts`. The results are kept in the repository, so that no build needs this.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const target = path.resolve(import.meta.dirname, "../src/styles/fonts");
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");

// What nearly every page needs, and nothing else: these files are on the way to the first readable screen.
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
  ["anek-adhva", file("anek-devanagari", "devanagari", "wght"), "अध्व", { wght: 600 }],
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

// The previews are drawn with one weight, from files that HarfBuzz can read.
const preview = path.resolve(import.meta.dirname, "../src/preview/fonts");
const heavy = [
  ["anek-latin", file("anek-latin", "latin", "wght"), core + rest],
  ["anek-devanagari", file("anek-devanagari", "devanagari", "wght"), range(0x900, 0x97f) + joiners],
  ["anek-kannada", file("anek-kannada", "kannada", "wght"), range(0xc80, 0xcff) + joiners],
];
mkdirSync(preview, { recursive: true });
for (const [name, source, text] of heavy) {
  const ttf = await subsetFont(readFileSync(source), text, { targetFormat: "truetype", variationAxes: { wght: 650 } });
  writeFileSync(path.join(preview, `${name}.ttf`), ttf);
  console.log(`${name}.ttf ${ttf.length}`);
}
for (const family of ["anek-latin", "source-serif-4"]) {
  const licence = path.join(path.dirname(require.resolve(`@fontsource-variable/${family}/package.json`)), "LICENSE");
  writeFileSync(path.join(target, `LICENSE-${family}.txt`), readFileSync(licence));
}
