import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { type ReactNode, useLayoutEffect, useState } from "react";

interface Props {
  /** The key of the block. */
  nodeKey: string;
  children: ReactNode;
}

/** A control at the upper end corner of a block: after the text in the order of the Tab key. */
export function BlockControl({ nodeKey, children }: Props) {
  const [editor] = useLexicalComposerContext();
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    const place = () => {
      const block = editor.getElementByKey(nodeKey);
      const page = editor.getRootElement()?.parentElement;
      if (!block || !page) return setTop(null);
      setTop(Math.round(block.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop));
    };
    place();
    return editor.registerUpdateListener(place);
  }, [editor, nodeKey]);
  return (
    top !== null && (
      <div className="block-control" style={{ top }}>
        {children}
      </div>
    )
  );
}
