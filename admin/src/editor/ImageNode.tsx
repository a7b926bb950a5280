import {
  $getState,
  $nodesOfType,
  $setState,
  createState,
  DecoratorNode,
  type EditorConfig,
  type LexicalNode,
} from "lexical";
import type { JSX } from "react";
import { FigureView } from "./FigureView";
import { ImageView } from "./ImageView";
import type { UploadedImage } from "./uploads";

const text = (value: unknown) => (typeof value === "string" ? value : "");
const length = (value: unknown) => (typeof value === "number" && value > 0 ? value : 0);
const srcState = createState("src", { parse: text });
const altState = createState("alt", { parse: text });
const titleState = createState("title", { parse: text });
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
        { flat: true, stateConfig: titleState },
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

  override updateDOM(_previous: this): boolean {
    return false;
  }

  override isInline(): boolean {
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
        $setAlt={$describe}
      />
    );
  }
}

/** How wide a figure is: as the text, half of it, or wider. */
export const WIDTHS = ["full", "half", "wide"] as const;
export const widthOf = (value: unknown) => WIDTHS.find((name) => name === value) ?? "full";
const placeState = createState("place", { parse: widthOf });
const captionState = createState("caption", { parse: text });
const creditState = createState("credit", { parse: text });

/** A picture with a caption, as a block of its own. */
export class FigureNode extends ImageNode {
  override $config() {
    return this.config("figure", {
      extends: ImageNode,
      stateConfigs: [
        { flat: true, stateConfig: placeState },
        { flat: true, stateConfig: captionState },
        { flat: true, stateConfig: creditState },
      ],
    });
  }

  override createDOM(): HTMLElement {
    const element = document.createElement("figure");
    element.className = `picture picture-${$getState(this, placeState)}`;
    return element;
  }

  override updateDOM(previous: this): boolean {
    return $getState(previous, placeState, "direct") !== $getState(this, placeState, "direct");
  }

  override isInline(): boolean {
    return false;
  }

  override decorate(): JSX.Element {
    return <FigureView nodeKey={this.getKey()} {...$imageOf(this)} {...$figureOf(this)} />;
  }
}

export interface Figure {
  place: (typeof WIDTHS)[number];
  /** Words as they are stored. */
  caption: string;
  credit: string;
}

export function $isFigureNode(node: LexicalNode | null | undefined): node is FigureNode {
  return node instanceof FigureNode;
}

/** A picture with what is said of it. */
export type Picture = UploadedImage & { alt?: string; title?: string };

export function $createFigureNode(image: Picture, figure: Partial<Figure> = {}): FigureNode {
  const node = $setImage(new FigureNode(), image);
  $setState(node, placeState, figure.place ?? "full");
  $setState(node, captionState, figure.caption ?? "");
  $setState(node, creditState, figure.credit ?? "");
  return node;
}

/** The words of a figure, and how wide it is. */
export function $figureOf(node: FigureNode): Figure {
  return {
    place: $getState(node, placeState),
    caption: $getState(node, captionState),
    credit: $getState(node, creditState),
  };
}

/** All pictures of the text, with and without captions. */
export const $allPictures = (): ImageNode[] => [...$nodesOfType(ImageNode), ...$nodesOfType(FigureNode)];

export function $isImageNode(node: LexicalNode | null | undefined): node is ImageNode {
  return node instanceof ImageNode;
}

export function $createImageNode(image: Picture): ImageNode {
  return $setImage(new ImageNode(), image);
}

function $setImage<T extends ImageNode>(node: T, image: Picture): T {
  $setState(node, srcState, image.url);
  $setState(node, altState, image.alt ?? "");
  $setState(node, titleState, image.title ?? "");
  $setState(node, widthState, image.width ?? 0);
  $setState(node, heightState, image.height ?? 0);
  return node;
}

/** Says what a picture shows; a node that is none, or gone, stays. */
export function $describe(node: LexicalNode | null, alt: string): void {
  if ($isImageNode(node)) $setState(node, altState, alt);
}

/** The attributes of a picture. */
export function $imageOf(node: ImageNode) {
  return {
    src: $getState(node, srcState),
    alt: $getState(node, altState),
    title: $getState(node, titleState),
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
