import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { IconColumns2 } from "@tabler/icons-react";
import {
  $getSelection,
  createCommand,
  ElementNode,
  HISTORY_PUSH_TAG,
  type LexicalCommand,
  type LexicalEditor,
  type LexicalNode,
} from "lexical";
import { toast } from "@/ui/toasts";
import { $unwrap, ContainerNode } from "../containers";
import { FilePicker } from "../FilePicker";
import type { EditorFeature } from "../feature";
import { $createFigureNode, $imageOf, $isFigureNode, $isImageNode, type ImageNode } from "../ImageNode";
import { $insertBlock } from "../selection";
import { ToolButton } from "../ToolButton";
import { useUploadImage } from "../uploads";
import { useBusy } from "../useBusy";
import { ACCEPTED } from "./image";

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

const PICK_PICTURES: LexicalCommand<void> = createCommand("pick two image files");

/** Puts the selected pictures side by side, or asks for two. */
function insert(editor: LexicalEditor) {
  if (!join(editor)) editor.dispatchCommand(PICK_PICTURES, undefined);
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  const upload = useUploadImage();
  const { busy, during } = useBusy();
  const take = async (files: readonly File[]) => {
    if (!upload || files.length === 0) return;
    if (files.length !== 2) {
      toast.error("Choose two pictures", { detail: "Hold Ctrl or Shift to choose the second one." });
      return;
    }
    // A failure is already told.
    const stored = await during("Uploading two images", () => Promise.all(files.map((file) => upload(file)))).catch(
      () => null,
    );
    if (!stored) return;
    editor.focus();
    editor.update(() => $insertBlock(new PicturesNode().append(...stored.map((image) => $createFigureNode(image)))), {
      tag: HISTORY_PUSH_TAG,
    });
  };
  return (
    <>
      <ToolButton name="Two pictures" onClick={() => insert(editor)}>
        <IconColumns2 size={18} stroke={1.75} />
      </ToolButton>
      <FilePicker
        command={PICK_PICTURES}
        multiple
        name="pictures"
        accept={ACCEPTED}
        label="Two image files"
        onPick={(files) => void take(files)}
      />
      {busy}
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
