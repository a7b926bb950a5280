import { MAX_ALT } from "@academy/shared/limits";
import { tooLong } from "@academy/shared/text/length";
import { TextInput } from "@mantine/core";
import { $getNodeByKey, type LexicalNode } from "lexical";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { OPEN_FIGURE } from "./FigureView";
import { NodePanel } from "./NodePanel";
import { useNodeControls } from "./useNodeControls";

interface Props {
  nodeKey: string;
  src: string;
  alt: string;
  width: number;
  height: number;
  $setAlt: (node: LexicalNode | null, alt: string) => void;
}

/** The picture in the editor. When selected it offers to describe it for those who cannot see it. */
export function ImageView({ nodeKey, src, alt, width, height, $setAlt }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const focusInput = useRef(() => input.current?.focus());
  const { editor, selected, chosen, ref, remove } = useNodeControls(nodeKey, focusInput.current);
  const [draft, setDraft] = useState(alt);
  const [editing, setEditing] = useState(false);
  useEffect(() => setDraft(alt), [alt]);

  const save = () => {
    if (draft !== alt) editor.update(() => $setAlt($getNodeByKey(nodeKey), draft));
  };
  const done = () => {
    save();
    setEditing(false);
    // Behind the picture, since what is selected stays open.
    editor.update(() => $getNodeByKey(nodeKey)?.selectNext());
    editor.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    done();
  };

  return (
    <NodePanel
      name="Image"
      opened={chosen || editing}
      actions={[
        { label: "Remove image", run: remove },
        { label: "Add caption", run: () => editor.dispatchCommand(OPEN_FIGURE, nodeKey) },
        { label: "Done", run: done },
      ]}
      target={
        <img
          ref={(element) => {
            ref.current = element;
          }}
          src={src}
          alt={alt}
          width={width || undefined}
          height={height || undefined}
          draggable="false"
          data-selected={selected || undefined}
        />
      }
    >
      <TextInput
        ref={input}
        label="Description (alt text)"
        description="Read aloud to people who cannot see it. Leave empty for decoration."
        error={tooLong(draft, MAX_ALT)}
        name="alt"
        w={320}
        value={draft}
        onFocus={() => setEditing(true)}
        onBlur={() => {
          save();
          setEditing(false);
        }}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </NodePanel>
  );
}
