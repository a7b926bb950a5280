import { messageOf } from "@academy/shared/api/errors";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import {
  $getRoot,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  HISTORY_MERGE_TAG,
  HISTORY_PUSH_TAG,
  SKIP_DOM_SELECTION_TAG,
} from "lexical";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useConfirm } from "@/ui/confirm";
import { beginningOf } from "./advice";
import { $addressesToCopy, COPY_PICTURES } from "./copyPictures";
import { $replaceDocument, documentHtml } from "./document";
import { FEATURES } from "./features";
import { endingOf } from "./files";
import { cleanPasted } from "./html/clean";
import { $readHtml } from "./html/read";
import type { Converted } from "./imports/converted";
import { $currentBlock } from "./selection";
import { useUploadImage } from "./uploads";

interface Props {
  /** Where its button stands. */
  into: Element;
  /** Told the title of a document that has one; returns whether it was taken. */
  onTitle: (title: string) => boolean;
}

/** Brings a document of Word or Markdown into the text. */
export function ImportDocument({ into, onTitle }: Props) {
  const [editor] = useLexicalComposerContext();
  const upload = useUploadImage();
  const ask = useConfirm();
  const input = useRef<HTMLInputElement>(null);
  const stopping = useRef<AbortController>(undefined);
  const [doing, setDoing] = useState("");
  const [notice, setNotice] = useState<{ name: string; failed?: boolean; notes: readonly string[] } | null>(null);

  /** Whether the document replaces the text; null when it is to be left. */
  const whereTo = async (name: string): Promise<"replace" | "insert" | null> => {
    if (documentHtml(editor) === "") return "replace";
    let inserts = false;
    const replaces = await ask({
      message: `Where should “${name}” go?`,
      detail: "This article already has text. Undo restores it.",
      confirm: "Replace the text",
      danger: false,
      instead: {
        label: "Insert at the caret",
        run: () => {
          inserts = true;
        },
      },
    });
    return replaces ? "replace" : inserts ? "insert" : null;
  };

  const take = async (file: File) => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    setNotice(null);
    setDoing(`Reading ${file.name}…`);
    try {
      const { readDocument } = await import("./imports/convert");
      const converted = await readDocument(file);
      setDoing("");
      const where = await whereTo(file.name);
      if (where === null) return;
      const lost = await storePictures(converted, upload, signal, setDoing);
      if (signal.aborted) return;
      if (converted.title !== "" && onTitle(converted.title)) converted.heading?.remove();
      const { body, leftOut, notes } = cleanPasted(converted.body);
      // History begins with the first selection: a text that nobody has been in could not be brought back.
      editor.update(() => void ($getSelection() ?? $getRoot().selectEnd()), {
        discrete: true,
        tag: [HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG],
      });
      editor.update(
        () => {
          const nodes = $readHtml(body, FEATURES);
          const addresses = $addressesToCopy(nodes);
          if (where === "replace") {
            $replaceDocument(nodes);
            $getRoot().selectStart();
          } else {
            const selection = $getSelection();
            const caret = $isRangeSelection(selection) ? selection : $getRoot().selectEnd();
            // A document begins with a block of its own.
            if (!$currentBlock()?.isEmpty()) caret.insertParagraph();
            $insertNodes(nodes);
          }
          if (addresses.length > 0) editor.dispatchCommand(COPY_PICTURES, addresses);
        },
        { discrete: true, tag: HISTORY_PUSH_TAG },
      );
      setNotice({ name: file.name, notes: [...converted.notes, ...lost, ...leftOut, ...notes] });
    } catch (error) {
      setNotice({ name: file.name, failed: true, notes: [reasonOf(error)] });
    } finally {
      setDoing("");
    }
  };

  const queue = useRef(Promise.resolve());
  const takeAll = (files: readonly File[]) => {
    for (const file of files) queue.current = queue.current.then(() => take(file));
  };
  const latest = useRef(takeAll);
  latest.current = takeAll;

  // A document of Word that is dropped is a file to save, as the tool File makes it. One of Markdown cannot be that.
  useEffect(
    () =>
      editor.registerCommand(
        DRAG_DROP_PASTE,
        (files) => {
          const documents = files.filter(isImported);
          if (documents.length === 0) return false;
          latest.current(documents);
          const others = files.filter((file) => !isImported(file));
          if (others.length > 0) editor.dispatchCommand(DRAG_DROP_PASTE, others);
          return true;
        },
        COMMAND_PRIORITY_HIGH,
      ),
    [editor],
  );

  return createPortal(
    <>
      <div className="import-tools">
        <span role="status">{doing}</span>
        {doing === "" ? (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFileImport size={18} stroke={1.75} />}
            onClick={() => input.current?.click()}
          >
            Import document
          </Button>
        ) : (
          <Button variant="subtle" size="compact-sm" onClick={() => stopping.current?.abort()}>
            Cancel
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          name="document_file"
          accept=".docx,.docm,.md,.markdown,.zip"
          aria-label="Document file"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = "";
            if (file) takeAll([file]);
          }}
        />
      </div>
      {notice && (
        <div className={notice.failed ? "notice notice-failed" : "notice"} role={notice.failed ? "alert" : "status"}>
          <div>
            <p>
              <strong>
                <bdi>{notice.name}</bdi> {notice.failed ? "could not be read." : "is in the text."}
              </strong>{" "}
              {notice.failed && notice.notes[0]}
            </p>
            {!notice.failed && notice.notes.length > 0 && (
              <ul>
                {notice.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
          </div>
          <Button size="xs" variant="subtle" onClick={() => setNotice(null)}>
            Dismiss
          </Button>
        </div>
      )}
    </>,
    into,
  );
}

/** Whether a file can be brought into a text, and nothing else can be made of it. */
const isImported = ({ name }: File) => ["md", "markdown", "docm"].includes(endingOf(name));

const reasonOf = (error: unknown) =>
  error instanceof Error && error.name === "Unreadable"
    ? error.message
    : "The code that reads it could not be loaded, or it is damaged. Try again.";

/** Stores a document's pictures one after the other, and has its text show them. Returns which were lost, and why. */
async function storePictures(
  { body, pictures }: Converted,
  upload: ReturnType<typeof useUploadImage>,
  signal: AbortSignal,
  tell: (doing: string) => void,
): Promise<string[]> {
  const lost: string[] = [];
  let number = 0;
  for (const [address, file] of pictures) {
    if (signal.aborted) return lost;
    number++;
    tell(`Uploading picture ${number} of ${pictures.size}…`);
    const images = [...body.querySelectorAll("img")].filter((image) => image.getAttribute("src") === address);
    try {
      const { url, width, height } = (await upload?.(file)) ?? {};
      for (const image of images) {
        image.setAttribute("src", url ?? "");
        if (width && height) {
          image.setAttribute("width", `${width}`);
          image.setAttribute("height", `${height}`);
        }
      }
    } catch (error) {
      const alt = images[0]?.getAttribute("alt") ?? "";
      lost.push(`Picture ${number}${alt ? ` (${beginningOf(alt)})` : ""} could not be stored: ${messageOf(error)}`);
      for (const image of images) image.remove();
    }
  }
  return lost;
}
