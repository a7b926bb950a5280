/**
 * The closed list of what stored article HTML may carry beyond its tags. The
 * server's sanitiser and the site's `prose.css` know the same names.
 */

export const ALIGNMENTS = ["center", "right", "justify"] as const;
export const SIZES = ["small", "large", "huge"] as const;
export const FONTS = ["serif", "monospace"] as const;
export const MAX_INDENT = 8;

/**
 * The colours that have a name. Each is a class, `ql-color-red`, and has a value for each theme, `--color-red`. Beside the
 * names stand the values under which articles held the same colours before.
 */
export const COLORS = {
  color: {
    prefix: "color",
    names: new Map([
      ["#cf4b31", "red"],
      ["#b5620f", "orange"],
      ["#688020", "olive"],
      ["#2d875a", "green"],
      ["#1d80a5", "teal"],
      ["#4b73d2", "blue"],
      ["#8f62c3", "purple"],
      ["#c34c87", "pink"],
    ]),
  },
  "background-color": {
    prefix: "bg",
    names: new Map([
      ["#ffe08a", "yellow"],
      ["#ffd0a6", "orange"],
      ["#ffc2b8", "red"],
      ["#f6c4de", "pink"],
      ["#d9ccf5", "purple"],
      ["#c3d8fb", "blue"],
      ["#bfe8ea", "teal"],
      ["#cdebc0", "green"],
    ]),
  },
} as const;

export type ColorProperty = keyof typeof COLORS;

/** The names of a property's colours. */
export const colorNames = (property: ColorProperty) => [...COLORS[property].names.values()];

/** The CSS properties a run of text may have in the editor, in the order they are written. */
const PROPERTIES = ["color", "background-color", "font-family", "font-size"] as const;

/** Existing content has lengths and family names where the editor has words. */
const SIZE_VALUES = new Map<string, (typeof SIZES)[number]>([
  ["small", "small"],
  ["0.75em", "small"],
  ["10px", "small"],
  ["large", "large"],
  ["x-large", "large"],
  ["1.5em", "large"],
  ["18px", "large"],
  ["huge", "huge"],
  ["xx-large", "huge"],
  ["2.5em", "huge"],
  ["32px", "huge"],
]);

type Style = Record<string, string>;

/** Only known properties with canonical values, in a fixed order. */
export function canonicalStyle(style: Readonly<Style>): Style {
  const result: Style = {};
  for (const property of PROPERTIES) {
    const value = canonicalValue(property, style[property]?.trim() ?? "");
    if (value !== null) result[property] = value;
  }
  return result;
}

/** The style as Lexical keeps it on a text node. */
export function styleToCss(style: Readonly<Style>): string {
  return Object.entries(style)
    .map(([property, value]) => `${property}: ${value};`)
    .join(" ");
}

/** Reads `a: b; c: d` without asking the browser, which would rewrite colours. */
export function parseCss(css: string): Style {
  const result: Style = {};
  for (const declaration of css.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 1) continue;
    result[declaration.slice(0, colon).trim().toLowerCase()] = declaration.slice(colon + 1).trim();
  }
  return result;
}

function canonicalValue(property: (typeof PROPERTIES)[number], value: string): string | null {
  if (property === "font-size") return SIZE_VALUES.get(value.toLowerCase()) ?? null;
  if (property === "font-family") {
    if (/monospace|courier|consolas|menlo/i.test(value)) return "monospace";
    return /(^|[^-])\bserif|georgia|times/i.test(value) && !/sans-serif/i.test(value) ? "serif" : null;
  }
  const color = canonicalColor(value);
  return color && (COLORS[property].names.get(color) ?? color);
}

/** Lower-case `#rrggbb` for hex and rgb(); a colour name, and one that lets its ground through, stay; null for others. */
export function canonicalColor(value: string): string | null {
  const text = value.trim().toLowerCase();
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text)?.[1];
  if (hex) return `#${hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex}`;
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(1|1\.0+|100%)\s*)?\)$/.exec(text);
  if (rgb) {
    const parts = rgb.slice(1, 4).map(Number);
    if (parts.some((part) => part > 255)) return null;
    return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  }
  if (/^(rgba|hsla?)\([0-9., %deg]{1,40}\)$/.test(text))
    return /^\w+a\(.*[, ]0(\.0+)?%?\s*\)$/.test(text) ? null : text;
  return /^[a-z]{3,20}$/.test(text) &&
    !/^(inherit|initial|unset|transparent|currentcolor|windowtext|auto|revert)$/.test(text)
    ? text
    : null;
}
