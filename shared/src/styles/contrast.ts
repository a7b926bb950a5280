/** For tests: how well colours can be told apart. */
import { readFileSync } from "node:fs";
import path from "node:path";

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
type Triple = [number, number, number];

/** A style sheet of this folder. */
export const styleSheet = (name: string) => readFileSync(path.join(import.meta.dirname, name), "utf8");

const css = styleSheet("tokens.css");

/** The values of the colours in a theme, by name. */
export function tokensOf(theme: Theme): Map<string, string> {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"]`));
  const body = block.slice(block.indexOf("{") + 1, block.indexOf("\n}"));
  const own = body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g);
  const pairs = css.matchAll(/(--[\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return new Map([
    ...[...own].map(([, name = "", value = ""]) => [name, value] as const),
    ...[...pairs].map(([, name = "", light = "", dark = ""]) => [name, theme === "light" ? light : dark] as const),
  ]);
}

/** Red, green and blue of `#rrggbb`, in proportion to light. */
export const linear = (hex: string) =>
  [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Triple;

/** The relative luminance of linear red, green and blue, as WCAG defines it. */
export const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** The contrast of two luminances, from 1 to 21. */
export function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const multiply = (matrix: Triple[], [x, y, z]: Triple) => matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple;

/** Lightness, chroma and hue in radians of linear red, green and blue, as CSS `oklch()` has them. */
export function oklch(rgb: Triple): Triple {
  const cones = multiply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  );
  const [l, a, b] = multiply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt) as Triple,
  );
  return [l, Math.hypot(a, b), Math.atan2(b, a)];
}

/** The inverse of `oklch`. What a screen cannot show becomes the nearest of each channel, as in browsers. */
export function shown([l, c, h]: Triple): Triple {
  const cones = multiply(
    [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ],
    [l, c * Math.cos(h), c * Math.sin(h)],
  );
  return multiply(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    cones.map((cone) => cone ** 3) as Triple,
  ).map((channel) => Math.min(1, Math.max(0, channel))) as Triple;
}
