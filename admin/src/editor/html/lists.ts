import {
  $createListItemNode,
  $createListNode,
  $isListItemNode,
  $isListNode,
  type ListItemNode,
  type ListNode,
  type ListType,
} from "@lexical/list";
import { $createParagraphNode, type LexicalNode } from "lexical";
import { MAX_INDENT } from "../closedList";
import type { HtmlReader, HtmlWriter, InlineFormat } from "../feature";
import { attributes } from "./escape";

/*
 * Lexical keeps a nested list in an item of its own, after the item it belongs
 * to. HTML keeps it inside that item. An item that is indented without an item
 * to belong to is written with Quill's class, `ql-indent-2`: existing articles
 * have flat lists with these classes, and both are read.
 */

/** One item with the level it stands at, 0 being the outermost. */
interface FlatItem {
  level: number;
  type: ListType;
  element: Element;
  /** The number that its list begins with: of the first item of a list that says so. */
  start: number | null;
}

/** Writes a list with the lists inside it. */
export function $writeList(list: ListNode, write: HtmlWriter): string {
  const tag = list.getTag();
  const items: string[] = [];
  for (const item of list.getChildren()) {
    if (!$isListItemNode(item)) continue;
    const inner = nestedList(item);
    if (!inner) {
      items.push($writeItem(item, write, 0));
      continue;
    }
    const owner = items.pop();
    if (owner === undefined) {
      items.push(...$writeOrphans(inner, write, 1));
    } else {
      items.push(`${owner.slice(0, -"</li>".length)}${$writeList(inner, write)}</li>`);
    }
  }
  const start = tag === "ol" && list.getStart() !== 1 ? list.getStart() : null;
  return `<${tag}${attributes({ start })}${write.$classes(list)}>${items.join("")}</${tag}>`;
}

function $writeOrphans(list: ListNode, write: HtmlWriter, level: number): string[] {
  return list.getChildren().flatMap((item) => {
    if (!$isListItemNode(item)) return [];
    const inner = nestedList(item);
    return inner ? $writeOrphans(inner, write, level + 1) : [$writeItem(item, write, level)];
  });
}

function $writeItem(item: ListItemNode, write: HtmlWriter, level: number): string {
  const own = level > 0 ? [`ql-indent-${Math.min(level, MAX_INDENT)}`] : [];
  const text = item.isEmpty() ? "" : write.$inline(item.getChildren());
  return `<li${write.$classes(item, ...own)}>${text}</li>`;
}

function nestedList(item: ListItemNode): ListNode | null {
  const first: LexicalNode | null = item.getFirstChild();
  return $isListNode(first) ? first : null;
}

/** Reads an `ol` or `ul`, nested or with Quill's level classes. */
export function $readList(element: Element, read: HtmlReader, around: InlineFormat): ListNode {
  const flat: FlatItem[] = [];
  flatten(element, 0, flat);
  const root = $createListNode(listType(element), startOf(element) ?? 1);
  const open: ListNode[] = [root];
  for (const { level, type, element: li, start } of flat) {
    open.length = Math.min(open.length, level + 1);
    if (level > 0 && open.length === level + 1 && (open[level]?.getListType() !== type || start !== null)) {
      open.length = level;
    }
    while (open.length <= level) {
      const inner = $createListNode(type, open.length === level ? (start ?? 1) : 1);
      open.at(-1)?.append($createListItemNode().append(inner));
      open.push(inner);
    }
    const item = read.$block(li, $createListItemNode());
    open.at(-1)?.append(item.append(...read.$inline(withoutLists(li), around)));
  }
  return root;
}

function flatten(list: Element, level: number, into: FlatItem[]) {
  let start = startOf(list);
  for (const child of list.children) {
    if (child.tagName === "LI") {
      const extra = Number(/(?:^|\s)ql-indent-([1-8])(?:\s|$)/.exec(child.className)?.[1] ?? 0);
      const inner = [...child.children].filter(isList);
      // An item with nothing but a list in it is only there to hold that list.
      const hollow = inner.length > 0 && !showsAnything(withoutLists(child));
      const own = Math.min(level + extra, MAX_INDENT);
      if (!hollow) {
        into.push({ level: own, type: listType(list), element: child, start });
        start = null;
      }
      for (const nested of inner) flatten(nested, Math.min(own + 1, MAX_INDENT), into);
    } else if (isList(child)) {
      // Word and old editors put the inner list beside the item instead of inside.
      flatten(child, Math.min(level + 1, MAX_INDENT), into);
    }
  }
}

function withoutLists(item: Element): Element {
  const copy = item.cloneNode(true) as Element;
  for (const child of [...copy.children]) if (isList(child)) child.remove();
  return copy;
}

const showsAnything = (element: Element) => element.textContent?.trim() !== "" || element.querySelector("img") !== null;

function isList(element: Element): boolean {
  return element.tagName === "OL" || element.tagName === "UL";
}

function listType(list: Element): ListType {
  return list.tagName === "OL" ? "number" : "bullet";
}

/**
 * The blocks with an empty paragraph between numbered lists that touch, unless the second goes on where the first ends:
 * the editor makes one list of lists that touch, and the second would lose its numbers.
 */
export function $partLists(blocks: readonly LexicalNode[]): LexicalNode[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const touch = isNumbered(before) && isNumbered(block) && block.getStart() !== $numberAfter(before);
    return touch ? [$createParagraphNode(), block] : [block];
  });
}

const isNumbered = (node: LexicalNode | undefined): node is ListNode =>
  $isListNode(node) && node.getListType() === "number";

function $numberAfter(list: ListNode): number {
  const items = list.getChildren().filter((item) => $isListItemNode(item) && !nestedList(item));
  return list.getStart() + items.length;
}

/** The number that a numbered list says it begins with. */
export function startOf(list: Element): number | null {
  const start = list.tagName === "OL" ? (list.getAttribute("start") ?? "") : "";
  return /^\d{1,5}$/.test(start) ? Number(start) : null;
}
