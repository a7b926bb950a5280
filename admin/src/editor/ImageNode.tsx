import { $getState, $setState, createState, DecoratorNode, type EditorConfig, type LexicalNode } from "lexical";
import type { JSX } from "react";
import { ImageView } from "./ImageView";
import type { UploadedImage } from "./uploads";

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

/** The attributes of a picture. */
export function $imageOf(node: ImageNode) {
  return {
    src: $getState(node, srcState),
    alt: $getState(node, altState),
    width: $getState(node, widthState),
    height: $getState(node, heightState),
  };
}

/** Shows another file, in the size in which the picture was shown or else in the file's own. */
export function $setImageFile(node: ImageNode, { url, width, height }: UploadedImage): void {
  $setState(node, srcState, url);
  $setState(node, widthState, (now) => now || (width ?? 0));
  $setState(node, heightState, (now) => now || (height ?? 0));
}
