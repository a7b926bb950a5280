import { $isCodeNode } from "@lexical/code";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { $getSelection, $insertNodes, $isRangeSelection, COMMAND_PRIORITY_LOW, PASTE_COMMAND } from "lexical";
import type { EditorFeature } from "../feature";
import { cleanPastedHtml } from "../html/clean";
import { $readHtml } from "../html/read";
import { $currentBlock } from "../selection";

/**
 * Pasting from Word, Docs and web pages goes through the same reader as stored
 * articles, after the other program's own look was taken off. What was copied
 * in this editor, plain text and files take Lexical's own way.
 */
export const paste: EditorFeature = {
  name: "Paste",
  register: (editor, features) =>
    editor.registerCommand(
      PASTE_COMMAND,
      (event) => {
        const data = "clipboardData" in event ? event.clipboardData : null;
        if (!data || data.types.includes("application/x-lexical-editor")) return false;
        const html = data.getData("text/html");
        if (html.trim() === "" || !$isRangeSelection($getSelection())) return false;
        if ($isCodeNode($currentBlock())) return false;
        const cleaned = cleanPastedHtml(html);
        const images = [...data.files].filter((file) => file.type.startsWith("image/"));
        if (images.length > 0 && (cleaned.textContent ?? "").trim() === "") {
          // "Copy image" gives the picture and a tag that shows it from where it was: the picture itself is kept.
          event.preventDefault();
          return editor.dispatchCommand(DRAG_DROP_PASTE, images);
        }
        const nodes = $readHtml(cleaned, features);
        if (nodes.length === 0) return false;
        event.preventDefault();
        $insertNodes(nodes);
        return true;
      },
      COMMAND_PRIORITY_LOW,
    ),
};
