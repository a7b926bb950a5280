import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import type { EditorFeature } from "../feature";

/** Changes closer together than this, in milliseconds, are undone as one. */
export const MERGE_WITHIN = 1000;
export const MAX_STEPS = 100;

export const undo: EditorFeature = {
  name: "Undo",
  register: (editor) =>
    registerHistory(editor, createEmptyHistoryState(), MERGE_WITHIN, undefined, undefined, MAX_STEPS),
};
