import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { IconGripVertical } from "@tabler/icons-react";
import { $getNearestNodeFromDOMNode, $getNodeByKey, HISTORY_PUSH_TAG, type LexicalEditor } from "lexical";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { $place, $siblings, $unitOf } from "./moves";

/** How near to an end of the page, in pixels, a drag scrolls it, and by how much. */
const EDGE = 32;
const SCROLL = 12;

/** The block at a height of the window: an item of a list, else a block of the text. */
function blockAt(root: HTMLElement, y: number, items: boolean): Element | null {
  const { right } = root.getBoundingClientRect();
  const inset = Number.parseFloat(getComputedStyle(root).paddingRight) + 4;
  let found: Element | null = null;
  for (let at = document.elementFromPoint(right - inset, y); at && at !== root; at = at.parentElement) {
    const isItem = at.tagName === "LI" && !at.classList.contains("editor-nested");
    if (at.parentElement === root ? !found : items && isItem && !found && !at.closest("table")) found = at;
    if (at.parentElement === root) return found;
  }
  return null;
}

/** Where a line or the handle stands: pixels from the top of the page that scrolls. */
const inPage = (page: HTMLElement, y: number) => y - page.getBoundingClientRect().top + page.scrollTop;

interface Drop {
  key: string;
  where: "before" | "after";
  top: number;
}

/** A handle beside the block under the mouse, by which it is dragged to another place. Keys do the same. */
export function DragHandle() {
  const [editor] = useLexicalComposerContext();
  const [block, setBlock] = useState<{ key: string; top: number; isItem: boolean } | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const dragging = useRef(false);

  useEffect(
    () =>
      editor.registerRootListener((root) => {
        const page = root?.parentElement;
        if (!root || !page) return;
        const stop = new AbortController();
        page.addEventListener(
          "pointermove",
          (event) => {
            if (dragging.current || event.pointerType === "touch" || event.buttons !== 0) return;
            const element = blockAt(root, event.clientY, true);
            if (!element) return;
            const { top, height } = element.getBoundingClientRect();
            const line = Math.min(height, Number.parseFloat(getComputedStyle(element).lineHeight) || height);
            const key = keyOf(editor, element);
            if (key) setBlock({ key, top: inPage(page, top + line / 2), isItem: element.tagName === "LI" });
          },
          { signal: stop.signal },
        );
        const leave = () => !dragging.current && setBlock(null);
        page.addEventListener("pointerleave", leave, { signal: stop.signal });
        page.addEventListener("input", leave, { signal: stop.signal });
        return () => stop.abort();
      }),
    [editor],
  );

  const end = () => {
    dragging.current = false;
    setDrop(null);
  };
  const onPointerMove = (event: PointerEvent) => {
    const root = editor.getRootElement();
    const page = root?.parentElement;
    if (!dragging.current || !root || !page || !block) return;
    const { top, bottom } = page.getBoundingClientRect();
    if (event.clientY < top + EDGE) page.scrollTop -= SCROLL;
    else if (event.clientY > bottom - EDGE) page.scrollTop += SCROLL;
    const element = blockAt(root, event.clientY, block.isItem);
    const key = element && keyOf(editor, element);
    if (!element || !key) return;
    const rect = element.getBoundingClientRect();
    const where = event.clientY < rect.top + rect.height / 2 ? "before" : "after";
    setDrop({ key, where, top: inPage(page, where === "before" ? rect.top : rect.bottom) });
  };
  const onPointerUp = () => {
    if (dragging.current && drop && block) {
      editor.update(() => $drop(block.key, drop), { tag: HISTORY_PUSH_TAG });
      setBlock(null);
    }
    end();
  };

  return (
    <>
      {block && (
        // Those who use keys or a screen reader have Alt+Shift with the arrows.
        <div
          className="editor-handle"
          aria-hidden="true"
          title="Drag to move · Alt+Shift+↑ ↓"
          style={{ top: block.top }}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            dragging.current = true;
          }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={end}
        >
          <IconGripVertical size={16} stroke={1.75} />
        </div>
      )}
      {drop && <div className="editor-drop-line" style={{ top: drop.top }} />}
    </>
  );
}

const keyOf = (editor: LexicalEditor, element: Element) =>
  editor.getEditorState().read(() => $getNearestNodeFromDOMNode(element)?.getKey() ?? null, { editor });

function $drop(key: string, { key: targetKey, where }: Drop): void {
  const [node, target] = [$getNodeByKey(key), $getNodeByKey(targetKey)];
  if (!node || !target) return;
  const run = $siblings(...$unitOf(node));
  // Nothing goes into itself.
  if (run.some((moved) => moved.is(target) || moved.isParentOf(target))) return;
  $place(run, target, where);
}
