import { describe, expect, it } from "vitest";
import { piecesOf, textPieces } from "./pieces";

/** A difference on one line: [-gone-] and {+come+}. */
const line = (before: string, after: string) =>
  textPieces(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "del" ? `[-${text}-]` : `{+${text}+}`))
    .join("");

describe("two texts, word by word", () => {
  it.each([
    ["", "", ""],
    ["", "New", "{+New+}"],
    ["Old", "", "[-Old-]"],
    ["How monsoons form", "How monsoons form", "How monsoons form"],
    ["How monsoons form", "How cyclones form", "How [-monsoons-]{+cyclones+} form"],
    ["the quick fox ran", "a slow dog ran", "[-the quick fox-]{+a slow dog+} ran"],
    ["one two", "one, two", "one{+,+} two"],
    ["line one\nline two", "line one\nline three", "line one\nline [-two-]{+three+}"],
    ["ಮಳೆಗಾಲ ಹೇಗೆ ಬರುತ್ತದೆ", "ಮಳೆಗಾಲ ಯಾವಾಗ ಬರುತ್ತದೆ", "ಮಳೆಗಾಲ [-ಹೇಗೆ-]{+ಯಾವಾಗ+} ಬರುತ್ತದೆ"],
    ["मानसून कैसे बनता है", "मानसून कब बनता है", "मानसून [-कैसे-]{+कब+} बनता है"],
    ["👩‍🏫 teaches", "👨‍🏫 teaches", "[-👩‍🏫-]{+👨‍🏫+} teaches"],
  ])("%j and %j", (before, after, expected) => {
    expect(line(before, after)).toBe(expected);
  });

  it("of which each has what it had", () => {
    const words = ["a", "b", " ", "c", "\n", "constructor", "__proto__", "ಅ"];
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const some = () => Array.from({ length: next(30) }, () => words[next(words.length)]).join("");
    for (let i = 0; i < 200; i++) {
      const [before, after] = [some(), some()];
      const pieces = textPieces(before, after);
      const without = (kind: "del" | "ins") =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map(({ text }) => text)
          .join("");
      expect(without("ins")).toBe(before);
      expect(without("del")).toBe(after);
    }
  });

  it("that have nothing in common count as replaced, however long they are", () => {
    const long = (word: string) => Array.from({ length: 50_000 }, (_, i) => word + i);
    const [piece, ...more] = piecesOf(long("a"), long("b"), (a, b) => a === b);
    expect(more).toEqual([]);
    expect(piece?.same).toBe(false);
    expect(piece?.before.length).toBe(50_000);
  });
});
