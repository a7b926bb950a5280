import { BlockWithAlignableContents } from "@lexical/react/LexicalBlockWithAlignableContents";
import type { ElementFormatType } from "lexical";

interface Props {
  nodeKey: string;
  src: string;
  format: ElementFormatType;
}

const CLASSES = { base: "editor-video", focus: "editor-video-selected" };

/** The video in the editor. Its frame lies below a pane, so that a click selects it instead of starting it. */
export function VideoView({ nodeKey, src, format }: Props) {
  return (
    <BlockWithAlignableContents nodeKey={nodeKey} format={format} className={CLASSES}>
      <iframe className="ql-video" src={src} title="Video" tabIndex={-1} loading="lazy" />
    </BlockWithAlignableContents>
  );
}
