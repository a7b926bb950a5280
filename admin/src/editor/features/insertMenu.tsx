import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { Popover } from "@mantine/core";
import {
  $getNodeByKey,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  $setCompositionKey,
  COMMAND_PRIORITY_HIGH,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  INSERT_PARAGRAPH_COMMAND,
  KEY_ARROW_DOWN_COMMAND,
  KEY_ARROW_UP_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_ESCAPE_COMMAND,
  KEY_TAB_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from "lexical";
import { useEffect, useId, useRef, useState } from "react";
import type { EditorFeature, Insertion } from "../feature";
import { PORTAL } from "../portal";

/** A slash and what is typed after it: the beginning of a name, never a path. */
const QUERY = /^\/([^/]{0,30})$/;

/** The line that holds nothing but a query, with the caret at its end. */
interface Line {
  key: string;
  query: string;
}

function $queryLine(): Line | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null;
  const { anchor } = selection;
  const line = anchor.getNode().getParent();
  if (!$isParagraphNode(line) || anchor.offset !== line.getTextContentSize()) return null;
  const query = QUERY.exec(line.getTextContent())?.[1];
  return query === undefined ? null : { key: line.getKey(), query };
}

/** The entries with `query` in their names, those with a word that begins with it first. */
export function findInsertions(entries: readonly Insertion[], query: string): readonly Insertion[] {
  const wanted = query.trim().toLowerCase();
  const begins = ({ name }: Insertion) => ` ${name}`.toLowerCase().includes(` ${wanted}`);
  const matches = entries.filter(({ name }) => name.toLowerCase().includes(wanted));
  return [...matches.filter(begins), ...matches.filter((entry) => !begins(entry))];
}

/** The line on which a slash was typed, until something else than a query is on it or it is left. */
function useQueryLine(editor: LexicalEditor): [Line | null, (line: null) => void] {
  const [line, setLine] = useState<Line | null>(null);
  const open = useRef(line);
  open.current = line;
  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState, prevEditorState, dirtyLeaves, tags }) => {
        const next = editorState.read($queryLine);
        if (!next) return setLine(null);
        const was = () => prevEditorState.read(() => $getNodeByKey(next.key)?.getTextContent() ?? "");
        // Text that was there before opens nothing.
        const typed = dirtyLeaves.size > 0 && !tags.has(HISTORIC_TAG) && was() === "";
        setLine(typed || open.current?.key === next.key ? next : null);
      }),
    [editor],
  );
  return [line, setLine];
}

/** The place of a line in the page that scrolls. */
function placeOf(editor: LexicalEditor, key: string) {
  const page = editor.getRootElement()?.parentElement;
  const line = editor.getElementByKey(key)?.getBoundingClientRect();
  const from = page?.getBoundingClientRect();
  if (!page || !line || !from) return undefined;
  return { top: line.top - from.top + page.scrollTop, left: line.left - from.left, height: line.height, width: 1 };
}

/** The listbox *Insert*. The focus stays in the text, which controls it as a combobox. */
function Panel({ features }: { features: readonly EditorFeature[] }) {
  const [editor] = useLexicalComposerContext();
  const [line, setLine] = useQueryLine(editor);
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const query = line?.query ?? "";
  const options = line
    ? findInsertions(
        features.flatMap(({ insert }) => insert ?? []),
        query,
      )
    : [];
  const shown = options.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another query has another first entry
  useEffect(() => setActive(0), [query, shown]);

  const choose = (entry: Insertion | undefined) => {
    if (!line || !entry) return;
    setLine(null);
    editor.update(
      () => {
        $setCompositionKey(null);
        const node = $getNodeByKey(line.key);
        if ($isParagraphNode(node)) node.clear().select();
      },
      // Undo leads from what is inserted to the empty line.
      { discrete: true, tag: HISTORY_MERGE_TAG, onUpdate: () => entry.run(editor) },
    );
  };
  const current = useRef({ options, active, choose });
  current.current = { options, active, choose };

  useEffect(() => {
    if (!shown) return;
    const move = (by: number) => (event: KeyboardEvent) => {
      event.preventDefault();
      const { options, active } = current.current;
      setActive((active + by + options.length) % options.length);
      return true;
    };
    const take = (event: KeyboardEvent | null) => {
      if (event?.shiftKey) return false;
      event?.preventDefault();
      const { options, active, choose } = current.current;
      choose(options[active]);
      return true;
    };
    const leave = (event: KeyboardEvent) => {
      event.preventDefault();
      // The form that the editor stands in stays open.
      event.stopPropagation();
      setLine(null);
      return true;
    };
    return mergeRegister(
      editor.registerCommand(KEY_ARROW_DOWN_COMMAND, move(1), COMMAND_PRIORITY_HIGH),
      editor.registerCommand(KEY_ARROW_UP_COMMAND, move(-1), COMMAND_PRIORITY_HIGH),
      editor.registerCommand(KEY_ENTER_COMMAND, take, COMMAND_PRIORITY_HIGH),
      editor.registerCommand(KEY_TAB_COMMAND, take, COMMAND_PRIORITY_HIGH),
      // On-screen keyboards send no key for Enter.
      editor.registerCommand(INSERT_PARAGRAPH_COMMAND, () => take(null), COMMAND_PRIORITY_HIGH),
      editor.registerCommand(KEY_ESCAPE_COMMAND, leave, COMMAND_PRIORITY_HIGH),
    );
  }, [editor, shown, setLine]);

  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    const text = editor.getRootElement();
    if (!shown || !text) return;
    const whileOpen = {
      role: "combobox",
      "aria-multiline": null,
      "aria-placeholder": null,
      "aria-expanded": "true",
      "aria-haspopup": "listbox",
      "aria-autocomplete": "list",
      "aria-controls": id,
    };
    const own = Object.fromEntries(Object.keys(whileOpen).map((name) => [name, text.getAttribute(name)]));
    setAttributes(text, whileOpen);
    return () => setAttributes(text, { ...own, "aria-activedescendant": null });
  }, [editor, shown, id]);
  useEffect(() => {
    if (!shown) return;
    editor.getRootElement()?.setAttribute("aria-activedescendant", `${id}-${active}`);
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: "nearest" });
  }, [editor, shown, id, active]);

  return (
    <Popover
      portalProps={PORTAL}
      opened={shown}
      onDismiss={() => setLine(null)}
      position="bottom-start"
      shadow="md"
      offset={4}
      withRoles={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className="insert-place" style={line ? placeOf(editor, line.key) : undefined} />
      </Popover.Target>
      <Popover.Dropdown p={4} onMouseDown={(event) => event.preventDefault()}>
        <div ref={list} id={id} role="listbox" aria-label="Insert" className="insert-list">
          {options.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the focus and its keys
            // biome-ignore lint/a11y/useFocusableInteractive: the same
            <div
              key={entry.name}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className="insert-option"
              onMouseMove={() => setActive(index)}
              onClick={() => choose(entry)}
            >
              <entry.Icon size={18} stroke={1.75} />
              {entry.name}
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function setAttributes(element: Element, values: Record<string, string | null>) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

export const insertMenu: EditorFeature = { name: "Insert", Panel };
