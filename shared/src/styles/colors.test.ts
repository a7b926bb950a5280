import { describe, expect, test } from "vitest";
import { contrast, linear, luminance, oklch, shown, styleSheet, THEMES, type Theme, tokensOf } from "./contrast";

// Words are readable in every colour that writers give to them and to their background: in both themes, on the page,
// in the editor and its preview, in quotations and tables, which have no ground of their own, and on code's.

const css = styleSheet("colors.css");
const GROUNDS = ["--ground", "--ground-sunk", "--surface"];
/** The colours that words of an article have without a writer's doing. */
const TEXTS = ["--ink", "--ink-soft", "--marigold-text"];

/** All tokens that classes of this prefix use. */
const named = (prefix: string) =>
  [...css.matchAll(new RegExp(`var\\((--${prefix}-[a-z]+)\\)`, "g"))].map(([, name = ""]) => name);

/** Colours over all of what a screen can show. */
const STEPS = ["00", "22", "44", "66", "88", "aa", "cc", "ee", "ff"];
const EVERY_COLOUR = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => `#${r}${g}${b}`)));

/** The luminances that a property of the writer's own colours can get in a theme: the darkest and the lightest. */
function extremes(property: "--color" | "--background-color", theme: Theme): [darkest: number, lightest: number] {
  const forms = css.matchAll(
    new RegExp(`from var\\(${property}\\) (min|max)\\(l, ([\\d.]+)\\) min\\(c, ([\\d.]+)\\) h`, "g"),
  );
  const [, bound, lightness, chroma] = [...forms][THEMES.indexOf(theme)] ?? [];
  if (!bound) throw new Error(`colors.css derives no ${property} for the ${theme} theme`);
  const clamp = bound === "min" ? Math.min : Math.max;
  const all = EVERY_COLOUR.map((hex) => {
    const [l, c, h] = oklch(linear(hex));
    return luminance(shown([clamp(l, Number(lightness)), Math.min(c, Number(chroma)), h]));
  });
  return [Math.min(...all), Math.max(...all)];
}

test("there are eight colours of text and eight of what is behind it", () => {
  expect(named("color")).toHaveLength(8);
  expect(named("bg")).toHaveLength(8);
});

describe.each(THEMES)("in the %s theme", (theme) => {
  const tokens = tokensOf(theme);
  const ofToken = (name: string) => {
    const hex = tokens.get(name);
    if (!hex) throw new Error(`${name} is missing`);
    return [name, luminance(linear(hex))] as const;
  };
  const ofOwn = (property: "--color" | "--background-color") =>
    extremes(property, theme).map(
      (luminance, i) => [`${i === 0 ? "darkest" : "lightest"} ${property}`, luminance] as const,
    );
  const texts = [...TEXTS, ...named("color")].map(ofToken).concat(ofOwn("--color"));
  const grounds = [...GROUNDS, ...named("bg")].map(ofToken).concat(ofOwn("--background-color"));

  test.each(texts)("%s is readable on every ground", (_name, text) => {
    const unreadable = grounds.filter(([, ground]) => contrast(text, ground) < 4.5).map(([name]) => name);
    expect(unreadable).toEqual([]);
  });
});
