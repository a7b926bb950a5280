import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { DecoratorBlockNode } from "@lexical/react/LexicalDecoratorBlockNode";
import { $insertNodeToNearestRoot } from "@lexical/utils";
import { Button, Popover, TextInput } from "@mantine/core";
import { IconMovie } from "@tabler/icons-react";
import {
  $getSelection,
  $getState,
  $setSelection,
  $setState,
  type BaseSelection,
  COMMAND_PRIORITY_NORMAL,
  createCommand,
  createState,
  type LexicalCommand,
  type LexicalNode,
} from "lexical";
import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { EditorFeature } from "../feature";
import { focusAfterPanel } from "../focus";
import { attributes } from "../html/escape";
import { PORTAL } from "../portal";
import { ToolButton } from "../ToolButton";
import { storedVideoAddress, videoEmbedAddress } from "../urls";
import { VideoView } from "../VideoView";
import { readAlignment } from "./align";

const OPEN_VIDEO: LexicalCommand<void> = createCommand("open video panel");

const srcState = createState("src", {
  parse: (value) => (typeof value === "string" ? value : ""),
});

/** The attributes that a stored frame keeps beside its address. */
const ATTRIBUTES = { allowfullscreen: /^true$/, frameborder: /^0$/, height: /^\d{1,4}$/, width: /^\d{1,4}$/ };
const attributesState = createState("attributes", {
  parse: (value): Readonly<Record<string, string>> => (typeof value === "object" && value !== null ? { ...value } : {}),
});

/** A video of one of the two hosts, as a block of its own. */
class VideoNode extends DecoratorBlockNode {
  override $config() {
    return this.config("video", {
      extends: DecoratorBlockNode,
      stateConfigs: [
        { flat: true, stateConfig: srcState },
        { flat: true, stateConfig: attributesState },
      ],
    });
  }

  override getTextContent(): string {
    return "\n";
  }

  override decorate(): JSX.Element {
    return <VideoView nodeKey={this.getKey()} src={$getState(this, srcState)} format={this.getFormat()} />;
  }
}

export function $isVideoNode(node: LexicalNode | null | undefined): node is VideoNode {
  return node instanceof VideoNode;
}

export const $videoAddress = (node: VideoNode) => $getState(node, srcState);

function $createVideoNode(src: string): VideoNode {
  const node = new VideoNode();
  $setState(node, srcState, src);
  return node;
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState("");
  const [error, setError] = useState<string | null>(null);
  const place = useRef<BaseSelection | null>(null);

  useEffect(() => {
    const open = () => {
      place.current = editor.getEditorState().read(() => $getSelection()?.clone() ?? null);
      setDraft("");
      setError(null);
      setOpened(true);
      return true;
    };
    return editor.registerCommand(OPEN_VIDEO, open, COMMAND_PRIORITY_NORMAL);
  }, [editor]);

  const close = () => {
    setOpened(false);
    editor.focus();
  };
  const submit = () => {
    const src = videoEmbedAddress(draft);
    if (!src) {
      setError("Enter a link to a video of YouTube or Vimeo, or to a playlist of YouTube.");
      return;
    }
    editor.update(() => {
      if (place.current) $setSelection(place.current.clone());
      $insertNodeToNearestRoot($createVideoNode(src));
    });
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    submit();
  };

  return (
    <Popover
      portalProps={PORTAL}
      opened={opened}
      onDismiss={close}
      onExitTransitionEnd={() => focusAfterPanel(editor)}
      trapFocus
      returnFocus={false}
      position="bottom-start"
    >
      <Popover.Target>
        <ToolButton
          name="Video"
          popup="dialog"
          onClick={() => (opened ? close() : editor.dispatchCommand(OPEN_VIDEO, undefined))}
        >
          <IconMovie size={18} stroke={1.75} />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Video">
        <TextInput
          label="Video link"
          name="video"
          inputMode="url"
          placeholder="https://www.youtube.com/watch?v=…"
          data-autofocus
          w={320}
          value={draft}
          error={error}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className="popover-actions">
          <Button size="xs" onClick={submit}>
            Add video
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

export const video: EditorFeature = {
  name: "Video",
  nodes: [VideoNode],
  Tool,
  insert: [{ name: "Video", Icon: IconMovie, run: (editor) => editor.dispatchCommand(OPEN_VIDEO, undefined) }],
  $writeNode: (node, write) =>
    $isVideoNode(node)
      ? `<iframe${write.$classes(node, "ql-video")}${attributes({ src: $videoAddress(node), ...$getState(node, attributesState) })}></iframe>`
      : null,
  $readElement: (element) => {
    if (element.tagName !== "IFRAME") return null;
    const src = storedVideoAddress(element.getAttribute("src") ?? "");
    if (src === null) return [];
    const kept = Object.entries(ATTRIBUTES).map(([name, is]) => [name, element.getAttribute(name) ?? "", is] as const);
    const said = kept.filter(([, value, is]) => is.test(value)).map(([name, value]) => [name, value]);
    const node = $setState($createVideoNode(src), attributesState, Object.fromEntries(said));
    const format = readAlignment(element);
    return [format === "" ? node : node.setFormat(format)];
  },
};
