import { $isCodeNode } from "@lexical/code";
import { $isElementNode, $isTextNode, type LexicalNode } from "lexical";
import { useState } from "react";
import { $textBlocks } from "./containers";
import { useAtRest } from "./useAtRest";

/** How many words people read in a minute. */
const PER_MINUTE = 200;

const words = new Intl.Segmenter("en", { granularity: "word" });

/** The number of words of a text in English or a language of India. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count++;
  return count;
}

/** The text of a block, with a word for each formula. */
function $textOf(node: LexicalNode): string {
  if ($isTextNode(node)) return node.getTextContent();
  if (!$isElementNode(node)) return node.getType() === "formula" ? " x " : " ";
  const text = node.getChildren().map($textOf).join("");
  return node.isInline() ? text : `${text} `;
}

/** Counts the words of the text. Blocks that are as they were at the last time are not read again. */
export function createCounter(): () => number {
  let known = new Map<string, number>();
  return function $count() {
    const now = new Map<string, number>();
    let total = 0;
    for (const block of $textBlocks()) {
      const text = $textOf(block);
      if ($isCodeNode(block)) {
        // Signs in code are no words.
        total += text.match(/\S+/g)?.length ?? 0;
        continue;
      }
      const count = known.get(text) ?? now.get(text) ?? countWords(text);
      now.set(text, count);
      total += count;
    }
    known = now;
    return total;
  };
}

/** Words, and how long they take to read. */
export function inWords(count: number): string {
  const minutes = Math.ceil(count / PER_MINUTE);
  const number = new Intl.NumberFormat("en-IN").format(count);
  return `${number} ${count === 1 ? "word" : "words"}${count > 0 ? `, ${minutes} min to read` : ""}`;
}

/** The number of words below the text, counted when the writer rests. Pressed, it is read out. */
export function WordCount() {
  const [$count] = useState(createCounter);
  const [count, read] = useAtRest($count, 0);
  const [said, setSaid] = useState("");
  return (
    <div className="word-count">
      <button type="button" onClick={() => setSaid(inWords(read()))}>
        {inWords(count)}
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
