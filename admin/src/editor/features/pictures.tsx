import { IconColumns2 } from "@tabler/icons-react";
import {
  $getSelection,
  createCommand,
  ElementNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
} from "lexical";
import { LazyChooseMedia } from "@/media/ChooseButton";
import { $unwrap, ContainerNode } from "../containers";
import type { EditorFeature } from "../feature";
import { $createFigureNode, $imageOf, $isFigureNode, $isImageNode, type ImageNode } from "../ImageNode";
import { $insertBlock } from "../selection";
import { ToolButton } from "../ToolButton";
import { type OpenDialog, useDialog } from "../useDialog";

/** Two pictures, side by side where there is room. */
class PicturesNode extends ContainerNode {
  override $config() {
    return this.config("pictures", { extends: ContainerNode });
  }

  override createDOM(): HTMLElement {
    const element = document.createElement("div");
    element.className = "pictures";
    return element;
  }

  override updateDOM(): false {
    return false;
  }
}

const $isPicturesNode = (node: LexicalNode | null | undefined): node is PicturesNode => node instanceof PicturesNode;

/** Two pictures stay together while there are two: what else comes between them goes behind. */
function $keepTwo(node: PicturesNode) {
  for (const other of node
    .getChildren()
    .filter((child, index) => !$isFigureNode(child) || index > 1)
    .reverse()) {
    node.insertAfter(other);
  }
  if (node.getChildrenSize() < 2) $unwrap(node);
}

const $figureOfImage = (node: ImageNode) => {
  if ($isFigureNode(node)) return node;
  const { src: url, ...rest } = $imageOf(node);
  return $createFigureNode({ url, ...rest });
};

/** Puts the two selected pictures side by side; false when the selection has not two. */
function $joinSelected(): boolean {
  const [one, two, more] = $getSelection()?.getNodes().filter($isImageNode) ?? [];
  if (!one || !two || more || $isPicturesNode(one.getParent())) return false;
  const blocks = [one, two].map((node) => node.getTopLevelElementOrThrow());
  const pictures = new PicturesNode();
  blocks[0]?.insertBefore(pictures);
  const figures = [one, two].map($figureOfImage);
  for (const node of [one, two]) if (!$isFigureNode(node)) node.remove();
  pictures.append(...figures);
  for (const block of blocks) if (block instanceof ElementNode && block.isEmpty()) block.remove();
  return true;
}

function join(editor: LexicalEditor): boolean {
  let joined = false;
  editor.update(
    () => {
      joined = $joinSelected();
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  );
  return joined;
}

const CHOOSE_PICTURES: OpenDialog = createCommand("choose two pictures");

/** Puts the selected pictures side by side, or asks for two. */
function insert(editor: LexicalEditor) {
  if (!join(editor)) editor.dispatchCommand(CHOOSE_PICTURES, null);
}

function Tool() {
  const { editor, frame, apply } = useDialog(CHOOSE_PICTURES);
  return (
    <>
      <ToolButton name="Two pictures" popup="dialog" onClick={() => insert(editor)}>
        <IconColumns2 size={18} stroke={1.75} />
      </ToolButton>
      <LazyChooseMedia
        {...frame}
        kind="image"
        count={2}
        describes
        onChoose={(...pair) =>
          apply(() => {
            const figures = pair.map(({ url, alt, width, height }) => $createFigureNode({ url, alt, width, height }));
            $insertBlock(new PicturesNode().append(...figures));
          })
        }
      />
    </>
  );
}

export const pictures: EditorFeature = {
  name: "Two pictures",
  nodes: [PicturesNode],
  Tool,
  insert: [{ name: "Two pictures", Icon: IconColumns2, run: insert }],
  register: (editor) => editor.registerNodeTransform(PicturesNode, $keepTwo),
  $writeNode: (node, write) => ($isPicturesNode(node) ? `<div class="pictures">${write.$blocks(node)}</div>` : null),
  $readElement: (element, read, around) => {
    if (element.tagName !== "DIV" || !element.classList.contains("pictures")) return null;
    const blocks = read.$blocks(element, around);
    const isPair = blocks.length === 2 && blocks.every($isFigureNode);
    return isPair ? [new PicturesNode().append(...blocks)] : blocks;
  },
};
