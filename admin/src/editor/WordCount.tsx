import { $isCodeNode } from "@lexical/code";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $isElementNode, $isTextNode, type LexicalNode } from "lexical";
import { useEffect, useRef, useState } from "react";
import { $textBlocks } from "./containers";

/** How many words people read in a minute. */
const PER_MINUTE = 200;

/** How long nothing is written before the words are counted, in milliseconds. */
const REST = 500;

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
      // Signs in code are no words.
      const count = known.get(text) ?? ($isCodeNode(block) ? (text.match(/\S+/g)?.length ?? 0) : countWords(text));
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
  const [editor] = useLexicalComposerContext();
  const counter = useRef(createCounter());
  const [count, setCount] = useState(0);
  const [said, setSaid] = useState("");
  const read = useRef(() => editor.getEditorState().read(counter.current));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setCount(read.current()), REST);
    };
    later();
    const stop = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size > 0 || dirtyLeaves.size > 0) later();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [editor]);

  const say = () => {
    const now = read.current();
    setCount(now);
    setSaid(inWords(now));
  };
  return (
    <div className="word-count">
      <button type="button" onClick={say}>
        {inWords(count)}
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
