import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");

function theme(name: "light" | "dark"): Map<string, string> {
  const block = css.slice(css.indexOf(`[data-theme="${name}"]`));
  const body = block.slice(block.indexOf("{") + 1, block.indexOf("\n}"));
  return new Map([...body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map((m) => [m[1] as string, m[2] as string]));
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

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
  ["--marigold", "--board"],
  ["--leaf", "--leaf-ground"],
  ["--brick", "--brick-ground"],
  ["--ink", "--leaf-ground"],
  ["--ink", "--brick-ground"],
] as [string, string][];
const shapePairs = [...grounds.map((ground) => ["--line-strong", ground]), ...grounds.map((g) => ["--focus", g])] as [
  string,
  string,
][];

describe.each(["light", "dark"] as const)("the %s theme", (name) => {
  const tokens = theme(name);
  const value = (token: string) => {
    const hex = tokens.get(token);
    if (!hex) throw new Error(`${token} is missing in the ${name} theme`);
    return hex;
  };

  test.each(textPairs)("%s is readable on %s", (text, ground) => {
    expect(contrast(value(text), value(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapePairs)("%s is visible on %s", (shape, ground) => {
    expect(contrast(value(shape), value(ground))).toBeGreaterThanOrEqual(3);
  });
});
