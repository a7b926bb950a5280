import { $createTabNode, $isTabNode } from "lexical";
import { styleToCss } from "../closedList";
import type { EditorFeature } from "../feature";

/** The class of tabs outside of code, which HTML would collapse. */
const TAB_CLASS = "ql-tab";

/** Whether an element holds tabs and nothing else. */
export const holdsTabs = (element: Element) =>
  element.classList.contains(TAB_CLASS) && /^\t+$/.test(element.textContent ?? "");

export const tab: EditorFeature = {
  name: "Tab",
  $writeMarks: (text) => ($isTabNode(text) ? [{ tag: "span", classes: [TAB_CLASS] }] : []),
  $readElement: (element, read, around) => {
    if (!holdsTabs(element)) return null;
    const { format, style } = read.format(element, around);
    return [...(element.textContent ?? "")].map(() => $createTabNode().setFormat(format).setStyle(styleToCss(style)));
  },
};
