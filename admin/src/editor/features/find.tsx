import { placesOf } from "@academy/shared/fold";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { Button, CloseButton, TextInput } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_NORMAL,
  createCommand,
  HISTORY_PUSH_TAG,
  type LexicalCommand,
  type LexicalEditor,
  mergeRegister,
  SKIP_DOM_SELECTION_TAG,
} from "lexical";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { SHORTCUTS } from "@/ui/shortcuts";
import type { EditorFeature } from "../feature";
import { $find, $replace, $select, type Match } from "../find";
import { focusText } from "../focus";
import { registerShortcut } from "../shortcuts";
import { ToolButton } from "../ToolButton";

const SHORTCUT = SHORTCUTS.Editor["Find and replace"];
const OPEN_FIND: LexicalCommand<void> = createCommand("open find and replace");

function Tool() {
  const [editor] = useLexicalComposerContext();
  return (
    <ToolButton
      name="Find and replace"
      shortcut={SHORTCUT}
      onClick={() => editor.dispatchCommand(OPEN_FIND, undefined)}
    >
      <IconListSearch size={18} stroke={1.75} />
    </ToolButton>
  );
}

function Panel() {
  const [editor] = useLexicalComposerContext();
  /** The words that the bar began with; null while it is closed. */
  const [initial, setInitial] = useState<{ query: string } | null>(null);
  useEffect(
    () =>
      mergeRegister(
        registerShortcut(editor, SHORTCUT, () => editor.dispatchCommand(OPEN_FIND, undefined)),
        editor.registerCommand(
          OPEN_FIND,
          () => {
            const selection = $getSelection();
            const words = $isRangeSelection(selection) ? selection.getTextContent() : "";
            setInitial({ query: words.includes("\n") ? "" : words });
            return true;
          },
          COMMAND_PRIORITY_NORMAL,
        ),
      ),
    [editor],
  );
  const frame = editor.getRootElement()?.closest(".editor");
  if (!initial || !frame) return null;
  return createPortal(<Bar key={initial.query} query={initial.query} onClose={() => setInitial(null)} />, frame);
}

/** The matches of a query, current after every change of the text. */
function useMatches(editor: LexicalEditor, query: string): Match[] {
  const [matches, setMatches] = useState<Match[]>([]);
  useEffect(() => {
    const look = () => setMatches(editor.getEditorState().read(() => $find(query).matches));
    look();
    return editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size > 0 || dirtyLeaves.size > 0) look();
    });
  }, [editor, query]);
  return matches;
}

function Bar({ query: initial, onClose }: { query: string; onClose: () => void }) {
  const [editor] = useLexicalComposerContext();
  const [query, setQuery] = useState(initial);
  const [replacement, setReplacement] = useState("");
  const [said, setSaid] = useState("");
  const matches = useMatches(editor, query);
  const [wanted, setWanted] = useState(() => editor.getEditorState().read(() => $find(initial).next));
  const current = Math.max(0, Math.min(wanted, matches.length - 1));
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.select(), []);
  useEffect(() => highlight(editor, matches, current), [editor, matches, current]);

  const look = (next: string) => {
    setQuery(next);
    setSaid("");
    setWanted(editor.getEditorState().read(() => $find(next).next));
  };
  const go = (step: number) => {
    setSaid("");
    if (matches.length > 0) setWanted((current + step + matches.length) % matches.length);
  };
  const change = (replaced: readonly Match[]) =>
    editor.update(() => $replace(replaced, replacement), {
      discrete: true,
      tag: [HISTORY_PUSH_TAG, SKIP_DOM_SELECTION_TAG],
    });
  const replaceOne = () => {
    const match = matches[current];
    if (!match) return;
    change([match]);
    // Past what the replacement itself would find.
    setWanted(current + placesOf(replacement, query).length);
  };
  const replaceAll = () => {
    if (matches.length === 0) return;
    change(matches);
    setSaid(matches.length === 1 ? "One replaced" : `${matches.length} replaced`);
  };
  const close = () => {
    const match = matches[current];
    if (match) editor.update(() => $select(match));
    onClose();
    focusText(editor);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      // The bar stands inside the article's form, which must not be sent.
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    }
  };

  const found = matches.length === 0 ? "Not found" : `${current + 1} of ${matches.length}`;
  return (
    <search className="find-bar" aria-label="Find and replace" onKeyDown={onKeyDown}>
      <div className="find-row">
        <TextInput
          ref={field}
          label="Find"
          size="xs"
          dir="auto"
          value={query}
          onChange={(event) => look(event.currentTarget.value)}
        />
        <div className="find-actions">
          <Button size="xs" variant="default" onClick={() => go(-1)}>
            Previous
          </Button>
          <Button size="xs" variant="default" onClick={() => go(1)}>
            Next
          </Button>
          <span role="status">{said || (query === "" ? "" : found)}</span>
        </div>
      </div>
      <div className="find-row">
        <TextInput
          label="Replace with"
          size="xs"
          dir="auto"
          value={replacement}
          onChange={(event) => setReplacement(event.currentTarget.value)}
        />
        <div className="find-actions">
          <Button size="xs" variant="default" onClick={replaceOne}>
            Replace
          </Button>
          <Button size="xs" variant="default" onClick={replaceAll}>
            Replace all
          </Button>
        </div>
      </div>
      <CloseButton className="find-close" aria-label="Close find and replace" onClick={close} />
    </search>
  );
}

/** Marks the passages in the text and brings the current one into view; returns how to take the marks away. */
function highlight(editor: LexicalEditor, matches: readonly Match[], current: number): () => void {
  const ranges = matches.map((match) => rangeOf(editor, match));
  const one = ranges[current];
  if (one) show(editor, one);
  // Browsers before 2025 lack it; the count and the scrolling are left there.
  if (!("highlights" in CSS)) return () => {};
  CSS.highlights.set("found", new Highlight(...ranges.filter((range) => range !== null)));
  CSS.highlights.set("found-current", new Highlight(...(one ? [one] : [])));
  return () => {
    CSS.highlights.delete("found");
    CSS.highlights.delete("found-current");
  };
}

function rangeOf(editor: LexicalEditor, match: Match): Range | null {
  const [first, last] = [match[0], match.at(-1)];
  const start = first && textOf(editor, first.key);
  const end = last && textOf(editor, last.key);
  if (!start || !end || first.start > start.length || last.end > end.length) return null;
  const range = document.createRange();
  range.setStart(start, first.start);
  range.setEnd(end, last.end);
  return range;
}

function textOf(editor: LexicalEditor, key: string): Text | null {
  let node: Node | null = editor.getElementByKey(key);
  while (node && node.nodeType !== Node.TEXT_NODE) node = node.firstChild;
  return node as Text | null;
}

function show(editor: LexicalEditor, range: Range) {
  const page = editor.getRootElement()?.parentElement;
  if (!page) return;
  const at = range.getBoundingClientRect();
  const frame = page.getBoundingClientRect();
  if (at.top < frame.top || at.bottom > frame.bottom) page.scrollTop += at.top - frame.top - page.clientHeight / 3;
}

export const find: EditorFeature = { name: "Find and replace", Tool, Panel };
