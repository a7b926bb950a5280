import { NODES } from "./features";

/** The configuration of each editor, on the screen and in tests. */
export const CONFIG = {
  namespace: "article",
  nodes: NODES,
  theme: {
    text: { underline: "editor-u", strikethrough: "editor-s", underlineStrikethrough: "editor-us" },
    list: { nested: { listitem: "editor-nested" } },
    code: "ql-syntax",
    table: "editor-table",
    tableScrollableWrapper: "editor-table-scroll",
    tableSelection: "editor-table-selection",
    tableCellSelected: "editor-cell-selected",
    hr: "editor-divider",
    hrSelected: "editor-divider-selected",
  },
  onError: (error: Error) => {
    throw error;
  },
};
