import { createCommand } from "lexical";
import { NodePanel } from "./NodePanel";
import type { OpenDialog } from "./useDialog";
import { useNodeControls } from "./useNodeControls";
import { Words } from "./Words";

/** Opens the dialog of a picture with a caption; given a bare picture, it gets one. */
export const OPEN_FIGURE: OpenDialog = createCommand("open figure dialog");

interface Props {
  nodeKey: string;
  src: string;
  alt: string;
  width: number;
  height: number;
  /** Stored words. */
  caption: string;
  credit: string;
}

/** A picture with its caption, inside of its `figure`. */
export function FigureView({ nodeKey, src, alt, width, height, caption, credit }: Props) {
  const edit = () => editor.dispatchCommand(OPEN_FIGURE, nodeKey);
  const { editor, selected, chosen, ref, remove } = useNodeControls(nodeKey, edit);
  return (
    <>
      <NodePanel
        name="Figure"
        opened={chosen}
        actions={[
          { label: "Remove figure", run: remove },
          { label: "Edit figure", run: edit },
        ]}
        target={
          <img
            ref={(element) => {
              ref.current = element?.parentElement ?? null;
            }}
            src={src}
            alt={alt}
            width={width || undefined}
            height={height || undefined}
            draggable="false"
            data-selected={selected || undefined}
          />
        }
      />
      {(caption || credit) && (
        <figcaption>
          <Words html={caption} />{" "}
          {credit && (
            <cite>
              <Words html={credit} />
            </cite>
          )}
        </figcaption>
      )}
    </>
  );
}
