import {
  $createParagraphNode,
  $findMatchingParent,
  $getNearestRootOrShadowRoot,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  $isRootNode,
  $isTextNode,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  DELETE_CHARACTER_COMMAND,
  ElementNode,
  HISTORY_PUSH_TAG,
  INSERT_PARAGRAPH_COMMAND,
  KEY_ARROW_DOWN_COMMAND,
  KEY_ARROW_UP_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  type RangeSelection,
} from "lexical";
import { focusText } from "./focus";
import { $blockOf } from "./selection";

/** A block that holds blocks. */
export class ContainerNode extends ElementNode {
  override $config() {
    return this.config(Symbol.for("ContainerNode"), { extends: ElementNode });
  }

  override isShadowRoot(): boolean {
    return true;
  }

  override canBeEmpty(): false {
    return false;
  }

  override canIndent(): false {
    return false;
  }
}

/** The innermost container of a class around a node. */
function $around<T extends LexicalNode>(
  node: LexicalNode | null | undefined,
  is: (node: LexicalNode | null | undefined) => node is T,
): T | null {
  const found = node && $findMatchingParent(node, is);
  return is(found) ? found : null;
}

/** The container of a class that holds the beginning of the selection. */
export function $selectedContainer<T extends LexicalNode>(
  is: (node: LexicalNode | null | undefined) => node is T,
): T | null {
  const selection = $getSelection();
  return $around($isRangeSelection(selection) ? selection.anchor.getNode() : selection?.getNodes()[0], is);
}

/** Types of nodes that a table is made of. */
const TABLE_PARTS = /^table(row|cell)?$/;

/** The blocks of one parent that the selection touches: of a table in whose cells it is, the whole. */
export function $selectedSiblings(): LexicalNode[] {
  const selection = $getSelection();
  if (!selection) return [];
  const ends = $isRangeSelection(selection)
    ? [selection.anchor, selection.focus].map((point) => {
        const node = point.getNode();
        return $isElementNode(node) && node.isShadowRoot() ? (node.getChildAtIndex(point.offset) ?? node) : node;
      })
    : selection.getNodes();
  const [start, end] = [ends[0], ends.at(-1)];
  if (!start || !end) return [];
  let parent: ElementNode = $getNearestRootOrShadowRoot(start) as ElementNode;
  while (!$isRootNode(parent) && (!parent.isParentOf(end) || TABLE_PARTS.test(parent.getType()))) {
    parent = $getNearestRootOrShadowRoot(parent) as ElementNode;
  }
  const children = parent.getChildren();
  const [first, last] = [start, end]
    .map((node) => children.findIndex((child) => child.is(node) || ($isElementNode(child) && child.isParentOf(node))))
    .sort((a, b) => a - b);
  return children.slice(Math.max(first ?? 0, 0), (last ?? 0) + 1);
}

/** Puts blocks that follow one another into a container; with none, an empty paragraph at the end of the text. */
export function $wrap<T extends ContainerNode>(blocks: readonly LexicalNode[], container: T): T {
  const [first] = blocks;
  if (first) {
    first.insertBefore(container);
    return container.append(...blocks);
  }
  $getRoot().append(container.append($createParagraphNode()));
  container.selectStart();
  return container;
}

/** Takes a node out of its line and puts a block there: words after it go below the block. */
export function $setApart(node: LexicalNode, block: LexicalNode): void {
  const line = node.getTopLevelElementOrThrow();
  const after = $isParagraphNode(line) && node.getParent()?.is(line) ? node.getNextSiblings() : [];
  const before = node.getPreviousSibling();
  node.remove();
  line.insertAfter(block);
  if (after.length > 0) block.insertAfter($createParagraphNode().append(...after));
  const [first] = after;
  if ($isTextNode(before)) before.setTextContent(before.getTextContent().trimEnd());
  if ($isTextNode(first)) first.setTextContent(first.getTextContent().trimStart());
  if ($isParagraphNode(line) && line.isEmpty()) line.remove();
  block.selectNext(0, 0);
}

/** Leaves the blocks of a container where it was. */
export function $unwrap(container: ElementNode): void {
  for (const child of container.getChildren()) container.insertBefore(child);
  container.remove();
}

/** Puts the selected blocks into a container, or takes the container around them away. */
export function toggleContainer<T extends ContainerNode>(
  editor: LexicalEditor,
  is: (node: LexicalNode | null | undefined) => node is T,
  $put: (blocks: LexicalNode[]) => unknown,
  $takeAway: (container: T) => void = $unwrap,
): void {
  editor.update(
    () => {
      const container = $selectedContainer(is);
      if (container) $takeAway(container);
      else $put($selectedSiblings());
    },
    { tag: HISTORY_PUSH_TAG },
  );
  focusText(editor);
}

/** Keeps a container in its places, and gives the keyboard and the mouse ways out of it. */
export const registerContainer = (editor: LexicalEditor, type: typeof ContainerNode) =>
  mergeRegister(registerPlace(editor, type), registerWaysOut(editor, type));

/** Takes a container out where it must not be: in another of its kind, or in the cell of a table. */
function registerPlace(editor: LexicalEditor, type: typeof ContainerNode): () => void {
  return editor.registerNodeTransform(type, (node) => {
    const around = $findMatchingParent(
      node,
      (one) => one !== node && (one instanceof type || one.getType() === "tablecell"),
    );
    if (around) $unwrap(node);
  });
}

/**
 * The ways out: Enter in an empty last block, an arrow key at either end of the text, a click below its end, and
 * Backspace at the very beginning, which takes the container away.
 */
function registerWaysOut(editor: LexicalEditor, type: typeof ContainerNode): () => void {
  const leave = (isUp: boolean) => (event: KeyboardEvent) => {
    const selection = $getSelection();
    if (event.shiftKey || !$isRangeSelection(selection)) return false;
    const block = $blockOf(selection.anchor.getNode());
    const container = block?.getParent();
    if (!block || !(container instanceof type) || !$isAtEdge(selection, isUp)) return false;
    const beyond = isUp
      ? [block, container].some((node) => node.getPreviousSibling())
      : [block, container].some((node) => node.getNextSibling());
    if (beyond) return false;
    event.preventDefault();
    if (isUp) container.selectPrevious();
    else container.selectNext();
    return true;
  };
  return mergeRegister(
    editor.registerCommand(
      CLICK_COMMAND,
      ({ target, clientY }) => {
        const last = $getRoot().getLastChild();
        const bottom = last && editor.getElementByKey(last.getKey())?.getBoundingClientRect().bottom;
        const isBelow = target === editor.getRootElement() && clientY > (bottom ?? clientY);
        if (!isBelow || !(last instanceof type)) return false;
        last.selectNext();
        return true;
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(KEY_ARROW_UP_COMMAND, leave(true), COMMAND_PRIORITY_LOW),
    editor.registerCommand(KEY_ARROW_DOWN_COMMAND, leave(false), COMMAND_PRIORITY_LOW),
    editor.registerCommand(
      INSERT_PARAGRAPH_COMMAND,
      () => {
        const block = $emptyBlock();
        const container = block?.getParent();
        if (!block || !(container instanceof type) || block.getNextSibling()) return false;
        const after = $createParagraphNode();
        container.insertAfter(after);
        if (container.getChildrenSize() > 1) block.remove();
        after.select();
        return true;
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(
      DELETE_CHARACTER_COMMAND,
      (isBackward) => {
        const selection = $getSelection();
        if (!isBackward || !$isRangeSelection(selection) || !$isAtEdge(selection, true)) return false;
        const block = $blockOf(selection.anchor.getNode());
        const container = block?.getParent();
        if (!$isParagraphNode(block) || !(container instanceof type) || block.getPreviousSibling()) return false;
        $unwrap(container);
        return true;
      },
      COMMAND_PRIORITY_LOW,
    ),
  );
}

function $emptyBlock(): ElementNode | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null;
  const block = $blockOf(selection.anchor.getNode());
  return $isParagraphNode(block) && block.isEmpty() ? block : null;
}

/** Whether the cursor is before, or else after, everything in its block. */
export function $isAtEdge(selection: RangeSelection, isStart: boolean): boolean {
  const { anchor } = selection;
  const last = anchor.type === "text" ? anchor.getNode().getTextContentSize() : anchor.getNode().getChildrenSize();
  if (!selection.isCollapsed() || anchor.offset !== (isStart ? 0 : last)) return false;
  const block = $blockOf(anchor.getNode());
  for (let node: LexicalNode | null = anchor.getNode(); node && !node.is(block); node = node.getParent()) {
    if (isStart ? node.getPreviousSibling() : node.getNextSibling()) return false;
  }
  return block !== null;
}

/** The blocks of the text in their order, without those that only hold others. */
export function $textBlocks(parent: ElementNode = $getRoot()): LexicalNode[] {
  return parent.getChildren().flatMap((node) => ($holdsBlocks(node) ? $textBlocks(node) : [node]));
}

/** Whether a node is there for the blocks in it, as a callout is, and a table with its rows and cells. */
function $holdsBlocks(node: LexicalNode): node is ElementNode {
  return $isElementNode(node) && (node.isShadowRoot() || TABLE_PARTS.test(node.getType()));
}
