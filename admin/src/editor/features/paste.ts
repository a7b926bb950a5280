import { $isCodeNode } from "@lexical/code";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import {
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  mergeRegister,
  PASTE_COMMAND,
} from "lexical";
import { toast } from "@/components/toasts";
import { $addressesToCopy, COPY_PICTURES } from "../copyPictures";
import type { EditorFeature } from "../feature";
import { filesOf, isPicture } from "../files";
import { cleanPastedHtml } from "../html/clean";
import { $readHtml } from "../html/read";
import { $currentBlock, isInline } from "../selection";

/**
 * Pasting from Word, Docs and web pages goes through the same reader as stored
 * articles, after the other program's own look was taken off. What was copied
 * in this editor and plain text take Lexical's own way.
 */
export const paste: EditorFeature = {
  name: "Paste",
  register: (editor, features) =>
    mergeRegister(
      editor.registerCommand(
        PASTE_COMMAND,
        (event) => {
          const data = "clipboardData" in event ? event.clipboardData : null;
          if (!data || data.types.includes("application/x-lexical-editor")) return false;
          const takeFiles = (files: File[]) => {
            event.preventDefault();
            return editor.dispatchCommand(DRAG_DROP_PASTE, files);
          };
          const files = filesOf(data);
          if (files.length > 0) return takeFiles(files);
          const html = data.getData("text/html");
          if (html.trim() === "" || !$isRangeSelection($getSelection())) return false;
          if ($isCodeNode($currentBlock())) return false;
          const { body, leftOut } = cleanPastedHtml(html, isInline(editor));
          const images = [...data.files].filter(isPicture);
          // "Copy image" gives the picture and a tag that shows it from where it was: the picture itself is kept.
          if (images.length > 0 && (body.textContent ?? "").trim() === "") return takeFiles(images);
          const nodes = $readHtml(body, features);
          if (nodes.length === 0 && leftOut.length === 0) return false;
          event.preventDefault();
          const addresses = $addressesToCopy(nodes);
          $insertNodes(nodes);
          if (addresses.length > 0) editor.dispatchCommand(COPY_PICTURES, addresses);
          tellLeftOut(leftOut);
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
      // Where no tool takes pictures.
      editor.registerCommand(
        DRAG_DROP_PASTE,
        (files) => {
          const names = files.map(({ name }) => name).join(", ");
          toast.error("This text takes words only", { detail: `Not taken: ${names}.` });
          return true;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    ),
};

/** How many reasons a message has. */
const MAX_REASONS = 3;

function tellLeftOut(reasons: readonly string[]) {
  if (reasons.length === 0) return;
  const more = reasons.length - MAX_REASONS;
  const detail = reasons.slice(0, MAX_REASONS).join(" ") + (more > 0 ? ` And ${more} more.` : "");
  toast.error(reasons.length === 1 ? "A picture was not pasted" : `${reasons.length} pictures were not pasted`, {
    detail,
  });
}
