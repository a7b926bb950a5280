import { IS_CODE } from "lexical";
import type { EditorFeature } from "../feature";

/** Code within a line: from Markdown and from elsewhere. */
export const inlineCode: EditorFeature = {
  name: "Inline Code",
  $writeMarks: (text) => (text.hasFormat("code") ? [{ tag: "code" }] : []),
  readMark: (element, around) => (element.tagName === "CODE" ? { ...around, format: around.format | IS_CODE } : around),
};
