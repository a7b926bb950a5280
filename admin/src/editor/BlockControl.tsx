import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useState } from "react";
import { focusText } from "./focus";

/** Half the height of a control for fingers: above the page it would be cut off. */
const HALF = 24;

interface Props {
  /** The key of the block. */
  nodeKey: string;
  children: ReactNode;
}

/** A control at the upper end corner of a block: after the text in the order of the Tab key. */
export function BlockControl({ nodeKey, children }: Props) {
  const [editor] = useLexicalComposerContext();
  const [corner, setCorner] = useState<{ top: number; left: number } | null>(null);
  useLayoutEffect(() => {
    const place = () => {
      const block = editor.getElementByKey(nodeKey);
      const page = editor.getRootElement()?.parentElement;
      if (!block || !page) return setCorner(null);
      const { top, right } = block.getBoundingClientRect();
      const frame = page.getBoundingClientRect();
      const next = {
        top: Math.max(HALF, Math.round(top - frame.top + page.scrollTop)),
        left: Math.round(right - frame.left),
      };
      setCorner((now) => (now?.top === next.top && now.left === next.left ? now : next));
    };
    place();
    return editor.registerUpdateListener(place);
  }, [editor, nodeKey]);
  const onKeyDown = (event: KeyboardEvent) => {
    const isBack = event.key === "Escape" || event.key === "Enter" || (event.key === "Tab" && event.shiftKey);
    if (!isBack) return;
    event.preventDefault();
    focusText(editor);
  };
  return (
    corner && (
      // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the control in it
      <div className="block-control" style={corner} onKeyDown={onKeyDown}>
        {children}
      </div>
    )
  );
}
