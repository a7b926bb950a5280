import { describe, expect, test } from "vitest";
import { contrast, linear, luminance, THEMES, tokensOf } from "./contrast";

const grounds = ["--ground", "--ground-sunk", "--surface"];
const texts = [
  "--ink",
  "--ink-soft",
  "--marigold-text",
  "--leaf",
  "--brick",
  "--hue-ncert",
  "--hue-foundation",
  "--hue-mentorship",
  "--hue-psi",
  "--hue-affairs",
];
const textPairs = [
  ...grounds.flatMap((ground) => texts.map((text) => [text, ground])),
  ["--on-marigold", "--marigold"],
  ["--on-board", "--board"],
  ["--on-board-soft", "--board"],
  ["--board-marigold", "--board"],
  ["--on-board-marigold", "--board-marigold"],
  ["--leaf", "--leaf-ground"],
  ["--brick", "--brick-ground"],
  ["--ink", "--leaf-ground"],
  ["--ink", "--brick-ground"],
] as [string, string][];
const shapePairs = [...grounds.map((ground) => ["--line-strong", ground]), ...grounds.map((g) => ["--focus", g])] as [
  string,
  string,
][];

describe.each(THEMES)("the %s theme", (name) => {
  const tokens = tokensOf(name);
  const value = (token: string) => {
    const hex = tokens.get(token);
    if (!hex) throw new Error(`${token} is missing in the ${name} theme`);
    return luminance(linear(hex));
  };

  test.each(textPairs)("%s is readable on %s", (text, ground) => {
    expect(contrast(value(text), value(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapePairs)("%s is visible on %s", (shape, ground) => {
    expect(contrast(value(shape), value(ground))).toBeGreaterThanOrEqual(3);
  });
});
