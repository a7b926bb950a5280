import { COMMAND_PRIORITY_LOW, CONTROLLED_TEXT_INSERTION_COMMAND, PASTE_COMMAND } from "lexical";
import type { EditorFeature } from "../feature";

/** HTML that is dragged here from another window is read as if it were pasted where it is dropped. */
export const drop: EditorFeature = {
  name: "Drop",
  register: (editor) =>
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (event) => {
        if (typeof event === "string" || event.inputType !== "insertFromDrop") return false;
        const clipboardData = event.dataTransfer;
        if (!clipboardData?.types.includes("text/html")) return false;
        const paste = Object.assign(new Event("paste", { cancelable: true }), { clipboardData });
        return editor.dispatchCommand(PASTE_COMMAND, paste as unknown as ClipboardEvent);
      },
      COMMAND_PRIORITY_LOW,
    ),
};
