import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { IconPhoto } from "@tabler/icons-react";
import {
  $createParagraphNode,
  $getSelection,
  $getState,
  $isRangeSelection,
  $setState,
  COMMAND_PRIORITY_LOW,
  createState,
  DecoratorNode,
  type EditorConfig,
  type LexicalNode,
} from "lexical";
import { type JSX, useEffect, useRef, useState } from "react";
import type { EditorFeature } from "../feature";
import { attributes } from "../html/escape";
import { ImageView } from "../ImageView";
import { ToolButton } from "../ToolButton";
import { type UploadedImage, useUploadImage } from "../uploads";
import { imageAddress } from "../urls";

/** What the picker offers, as the specification names them. */
const ACCEPTED = ["image/png", "image/gif", "image/jpeg", "image/bmp", "image/x-icon"];

const text = (value: unknown) => (typeof value === "string" ? value : "");
const length = (value: unknown) => (typeof value === "number" && value > 0 ? value : 0);
const srcState = createState("src", { parse: text });
const altState = createState("alt", { parse: text });
const widthState = createState("width", { parse: length });
const heightState = createState("height", { parse: length });

/** A picture in the text. */
export class ImageNode extends DecoratorNode<JSX.Element> {
  override $config() {
    return this.config("image", {
      extends: DecoratorNode,
      stateConfigs: [
        { flat: true, stateConfig: srcState },
        { flat: true, stateConfig: altState },
        { flat: true, stateConfig: widthState },
        { flat: true, stateConfig: heightState },
      ],
    });
  }

  override createDOM(_config: EditorConfig): HTMLElement {
    const element = document.createElement("span");
    element.className = "editor-image";
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  override isInline(): true {
    return true;
  }

  override decorate(): JSX.Element {
    return (
      <ImageView
        nodeKey={this.getKey()}
        src={$getState(this, srcState)}
        alt={$getState(this, altState)}
        width={$getState(this, widthState)}
        height={$getState(this, heightState)}
        $setAlt={(node, alt) => $isImageNode(node) && $setState(node, altState, alt)}
      />
    );
  }
}

export function $isImageNode(node: LexicalNode | null | undefined): node is ImageNode {
  return node instanceof ImageNode;
}

export function $createImageNode(image: UploadedImage & { alt?: string }): ImageNode {
  const node = new ImageNode();
  $setState(node, srcState, image.url);
  $setState(node, altState, image.alt ?? "");
  $setState(node, widthState, image.width ?? 0);
  $setState(node, heightState, image.height ?? 0);
  return node;
}

function $insertImage(image: UploadedImage) {
  const selection = $getSelection();
  const node = $createImageNode(image);
  if ($isRangeSelection(selection)) selection.insertNodes([node]);
  else selection?.insertNodes([$createParagraphNode().append(node)]);
  if (!node.isAttached()) return;
  node.selectNext(0, 0);
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  const upload = useUploadImage();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(0);

  useEffect(() => {
    if (!upload) return;
    const insert = async (files: readonly File[]) => {
      for (const file of files) {
        setBusy((count) => count + 1);
        try {
          const image = await upload(file);
          editor.focus();
          editor.update(() => $insertImage(image));
        } catch {
          // Already told; the article stays as it was.
        } finally {
          setBusy((count) => count - 1);
        }
      }
    };
    const element = input.current;
    const picked = () => {
      if (element?.files) void insert([...element.files]);
      if (element) element.value = "";
    };
    element?.addEventListener("change", picked);
    const stop = editor.registerCommand(
      DRAG_DROP_PASTE,
      (files) => {
        const images = files.filter((file) => file.type.startsWith("image/"));
        void insert(images);
        return images.length > 0;
      },
      COMMAND_PRIORITY_LOW,
    );
    return () => {
      element?.removeEventListener("change", picked);
      stop();
    };
  }, [editor, upload]);

  return (
    <>
      <ToolButton name="Image" onClick={() => input.current?.click()}>
        <IconPhoto size={18} stroke={1.75} />
      </ToolButton>
      <input ref={input} type="file" hidden name="image" accept={ACCEPTED.join(",")} aria-label="Image file" />
      <span className="visually-hidden" role="status">
        {busy > 0 ? "Uploading image" : ""}
      </span>
      {busy > 0 && <span className="tool-busy" aria-hidden="true" />}
    </>
  );
}

export const image: EditorFeature = {
  name: "Image",
  nodes: [ImageNode],
  Tool,
  $writeNode: (node) =>
    $isImageNode(node)
      ? `<img${attributes({ src: $getState(node, srcState) })} alt="${escapeAlt($getState(node, altState))}"${attributes(
          {
            width: $getState(node, widthState) || null,
            height: $getState(node, heightState) || null,
          },
        )}>`
      : null,
  $readElement: (element) => {
    if (element.tagName !== "IMG") return null;
    const src = imageAddress(element.getAttribute("src") ?? "");
    if (src === null) return [];
    return [
      $createImageNode({
        url: src,
        alt: element.getAttribute("alt") ?? "",
        width: pixels(element, "width"),
        height: pixels(element, "height"),
      }),
    ];
  },
};

function escapeAlt(alt: string): string {
  // An image without words for it still says so: alt="" means decoration.
  return attributes({ alt }).slice(' alt="'.length, -1);
}

function pixels(element: Element, name: string): number | null {
  const value = /^\d{1,5}(px)?$/.exec(element.getAttribute(name)?.trim() ?? "");
  return value ? Number.parseInt(value[0], 10) : null;
}
