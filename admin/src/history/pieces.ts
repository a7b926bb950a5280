import { diffArrays } from "diff";

/** A stretch of two sequences: the same in both, or what the one has where the other has something else. */
export interface Piece<T> {
  same: boolean;
  before: readonly T[];
  after: readonly T[];
}

/** Where two sequences differ in more than this, all of the one counts as replaced by the other. */
const MOST_EDITS = 1000;

/** What stayed and what changed between two sequences, in their order. */
export function piecesOf<T>(before: readonly T[], after: readonly T[], equal: (a: T, b: T) => boolean): Piece<T>[] {
  const changes = diffArrays([...before], [...after], { comparator: equal, maxEditLength: MOST_EDITS });
  if (!changes) return [{ same: false, before, after }];
  const pieces: Piece<T>[] = [];
  let [left, right] = [0, 0];
  for (const { added, removed, count } of changes) {
    const same = !added && !removed;
    const gone = before.slice(left, added ? left : left + count);
    const come = after.slice(right, removed ? right : right + count);
    left += gone.length;
    right += come.length;
    append(pieces, { same, before: gone, after: come });
  }
  return pieces;
}

/** Changes that follow one another are one. */
function append<T>(pieces: Piece<T>[], next: Piece<T>) {
  const last = pieces.at(-1);
  if (!last || last.same || next.same) pieces.push(next);
  else {
    const [before, after] = [
      [...last.before, ...next.before],
      [...last.after, ...next.after],
    ];
    pieces[pieces.length - 1] = { same: false, before, after };
  }
}

/** As piecesOf, for words and what stands between them: a gap between two changes belongs to both. */
export function wordPieces<T>(before: readonly T[], after: readonly T[], keyOf: (token: T) => string): Piece<T>[] {
  const pieces: Piece<T>[] = [];
  const all = piecesOf(before, after, (a, b) => keyOf(a) === keyOf(b));
  all.forEach((piece, index) => {
    const between = index > 0 && index < all.length - 1;
    const gap = piece.same && between && piece.after.every((token) => keyOf(token).trim() === "");
    append(pieces, gap ? { ...piece, same: false } : piece);
  });
  return pieces;
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: "word" });

/** The words of a text in whatever script, and what stands between them. */
export const wordsOf = (text: string): string[] => [...SEGMENTER.segment(text)].map(({ segment }) => segment);

/** A stretch of a text. */
export interface TextPiece {
  kind: "same" | "del" | "ins";
  text: string;
}

/** What changed between two texts, word by word. */
export function textPieces(before: string, after: string): TextPiece[] {
  const pieces = wordPieces(wordsOf(before), wordsOf(after), (word) => word);
  const all = pieces.flatMap(({ same, before, after }): TextPiece[] =>
    same
      ? [{ kind: "same", text: after.join("") }]
      : [
          { kind: "del", text: before.join("") },
          { kind: "ins", text: after.join("") },
        ],
  );
  return all.filter(({ text }) => text !== "");
}
