import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useLexicalNodeSelection } from "@lexical/react/useLexicalNodeSelection";
import { Button, Popover, TextInput } from "@mantine/core";
import {
  $getNodeByKey,
  $getSelection,
  $isNodeSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  KEY_BACKSPACE_COMMAND,
  KEY_DELETE_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_ESCAPE_COMMAND,
  type LexicalNode,
  mergeRegister,
} from "lexical";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { PORTAL } from "./portal";

/** The server cuts what is longer. */
const MAX_ALT = 500;

interface Props {
  nodeKey: string;
  src: string;
  alt: string;
  width: number;
  height: number;
  $setAlt: (node: LexicalNode | null, alt: string) => void;
}

/** Makes a node of its own selectable by click, left by Escape and removable by key. */
export function useNodeControls(nodeKey: string, onEnter?: () => void) {
  const [editor] = useLexicalComposerContext();
  const [selected, setSelected, clearSelection] = useLexicalNodeSelection(nodeKey);
  const ref = useRef<HTMLElement>(null);

  useEffect(() => {
    const remove = (event: globalThis.KeyboardEvent) => {
      if (!selected || !$isNodeSelection($getSelection())) return false;
      event.preventDefault();
      const node = $getNodeByKey(nodeKey);
      node?.selectPrevious();
      node?.remove();
      return true;
    };
    return mergeRegister(
      editor.registerCommand(
        CLICK_COMMAND,
        (event) => {
          if (!(event.target instanceof Node) || !ref.current?.contains(event.target)) return false;
          if (!event.shiftKey) clearSelection();
          setSelected(true);
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(KEY_DELETE_COMMAND, remove, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_BACKSPACE_COMMAND, remove, COMMAND_PRIORITY_LOW),
      editor.registerCommand(
        KEY_ESCAPE_COMMAND,
        () => {
          if (!selected || !$isNodeSelection($getSelection())) return false;
          $getNodeByKey(nodeKey)?.selectNext();
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(
        KEY_ENTER_COMMAND,
        (event) => {
          if (!selected || !onEnter || !$isNodeSelection($getSelection())) return false;
          event?.preventDefault();
          onEnter();
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    );
  }, [editor, nodeKey, selected, setSelected, clearSelection, onEnter]);

  return { editor, selected, ref };
}

/** The picture in the editor. When selected it offers to describe it for those who cannot see it. */
export function ImageView({ nodeKey, src, alt, width, height, $setAlt }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const focusInput = useRef(() => input.current?.focus());
  const { editor, selected, ref } = useNodeControls(nodeKey, focusInput.current);
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
  const remove = () => {
    editor.update(() => $getNodeByKey(nodeKey)?.remove());
    editor.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    done();
  };

  return (
    <Popover
      portalProps={PORTAL}
      opened={selected || editing}
      position="bottom"
      shadow="md"
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <Popover.Target>
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
      </Popover.Target>
      <Popover.Dropdown aria-label="Image" onMouseDown={(event) => event.stopPropagation()}>
        <TextInput
          ref={input}
          label="Description (alt text)"
          description={
            draft.length < MAX_ALT
              ? "Read aloud to those who cannot see the image. Empty for mere decoration."
              : `This is as long as it can be: ${MAX_ALT} characters.`
          }
          name="alt"
          maxLength={MAX_ALT}
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
        <div className="popover-actions">
          <Button size="xs" variant="default" onMouseDown={(event) => event.preventDefault()} onClick={remove}>
            Remove image
          </Button>
          <Button size="xs" onMouseDown={(event) => event.preventDefault()} onClick={done}>
            Done
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
