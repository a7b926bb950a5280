import { $isCodeNode } from "@lexical/code";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import {
  $addUpdateTag,
  $createParagraphNode,
  $createTabNode,
  $createTextNode,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  PASTE_COMMAND,
  PASTE_TAG,
} from "lexical";
import { toast } from "@/ui/toasts";
import { $addressesToCopy, COPY_PICTURES } from "../copyPictures";
import type { EditorFeature } from "../feature";
import { filesOf, isPicture } from "../files";
import { cleanPastedHtml, type Pasted } from "../html/clean";
import { escapeText } from "../html/escape";
import { $readHtml } from "../html/read";
import { tableOfTabs } from "../html/spreadsheet";
import { legacyScript, pastedScript } from "../legacyFonts";
import { LEGACY_PASTED } from "../legacyPaste";
import { looksLikeMarkdown } from "../markdownSigns";
import { $insertTracked, $replacePasted, type PastedRange } from "../pastedRange";
import { $currentBlock, isInline } from "../selection";

/**
 * Pasting from Word, Docs, spreadsheets and web pages goes through the same
 * reader as stored articles, after the other program's own look was taken off.
 * Plain text is read, too, where it is Markdown or the cells of a spreadsheet.
 * Text that was copied in this editor, and all other text, takes Lexical's own way.
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
          if (!$isRangeSelection($getSelection()) || $isCodeNode($currentBlock())) return false;
          $addUpdateTag(PASTE_TAG);
          // A program's editor gives the colours of its lines as HTML.
          const html = data.types.includes("vscode-editor-data") ? "" : data.getData("text/html");
          const text = data.getData("text/plain");
          const wordsOnly = isInline(editor);
          const table = html.trim() === "" && !wordsOnly ? tableOfTabs(text) : null;
          if (html.trim() === "" && table === null) {
            const script = legacyScript(text);
            if (!script && (wordsOnly || !looksLikeMarkdown(text))) return false;
            event.preventDefault();
            $addUpdateTag(HISTORY_PUSH_TAG);
            const lines = text.split(/\r?\n/).map((line) => `<p>${escapeText(line)}</p>`);
            $insertTracked(editor, $plainBlocks(text), (range) => {
              if (script) editor.dispatchCommand(LEGACY_PASTED, { script, range, html: lines.join(""), wordsOnly });
              else void formatMarkdown(editor, text, range, features);
            });
            return true;
          }
          const pasted = cleanPastedHtml(table ?? html, wordsOnly);
          const images = [...data.files].filter(isPicture);
          // "Copy image" gives the picture and a tag that shows it from where it was: the picture itself is kept.
          if (images.length > 0 && pasted.body.textContent?.trim() === "") return takeFiles(images);
          const words = pasted.body.textContent ?? "";
          const nodes = $readHtml(pasted.body, features);
          if (nodes.length === 0 && pasted.leftOut.length === 0) return false;
          event.preventDefault();
          const addresses = $addressesToCopy(nodes);
          const script = pastedScript(html, words);
          if (script) {
            $addUpdateTag(HISTORY_PUSH_TAG);
            $insertTracked(editor, nodes, (range) =>
              editor.dispatchCommand(LEGACY_PASTED, { script, range, html, wordsOnly }),
            );
          } else $insertNodes(nodes);
          if (addresses.length > 0) editor.dispatchCommand(COPY_PICTURES, addresses);
          tellMissing(pasted);
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
      // No tool takes pictures here.
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

/** The lines of a plain text, as Lexical pastes them. */
const $plainBlocks = (text: string): LexicalNode[] =>
  text.split(/\r?\n/).map((line) => {
    const words = line.split(/(\t)/).filter((part) => part !== "");
    return $createParagraphNode().append(
      ...words.map((part) => (part === "\t" ? $createTabNode() : $createTextNode(part))),
    );
  });

/** Formats a Markdown text where it stands, as a step of its own: Undo gives the plain text. */
async function formatMarkdown(
  editor: LexicalEditor,
  text: string,
  range: PastedRange,
  features: readonly EditorFeature[],
) {
  // The plain text stays when the code cannot be fetched.
  const { htmlOfMarkdown } = await import("../imports/markdown").catch(() => ({ htmlOfMarkdown: null }));
  if (!htmlOfMarkdown) return;
  const pasted = cleanPastedHtml(htmlOfMarkdown(text));
  editor.update(
    () => {
      const nodes = $readHtml(pasted.body, features);
      const addresses = $addressesToCopy(nodes);
      if (!$replacePasted(range, nodes)) return;
      if (addresses.length > 0) editor.dispatchCommand(COPY_PICTURES, addresses);
      tellMissing(pasted);
    },
    { tag: HISTORY_PUSH_TAG },
  );
}

/** How many reasons a message has. */
const MAX_REASONS = 3;

function tellMissing({ leftOut: reasons, notes }: Pasted) {
  if (notes.length > 0) toast.error("Too large to be saved", { detail: notes.join(" ") });
  if (reasons.length === 0) return;
  const more = reasons.length - MAX_REASONS;
  const detail = reasons.slice(0, MAX_REASONS).join(" ") + (more > 0 ? ` And ${more} more.` : "");
  toast.error(reasons.length === 1 ? "A picture was not pasted" : `${reasons.length} pictures were not pasted`, {
    detail,
  });
}
