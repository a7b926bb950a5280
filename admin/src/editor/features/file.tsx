import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { IconPaperclip } from "@tabler/icons-react";
import {
  $getState,
  $setState,
  COMMAND_PRIORITY_NORMAL,
  createCommand,
  createState,
  DecoratorNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
} from "lexical";
import { type JSX, useEffect, useRef } from "react";
import { LazyChooseMedia } from "@/media/ChooseButton";
import type { EditorFeature } from "../feature";
import { endingOf, isDocument, sizeInWords } from "../files";
import { attributes, escapeText } from "../html/escape";
import { NodePanel } from "../NodePanel";
import { $insertBlock } from "../selection";
import { ToolButton } from "../ToolButton";
import { useUploadImage } from "../uploads";
import { useBusy } from "../useBusy";
import { type OpenDialog, useDialog } from "../useDialog";
import { useNodeControls } from "../useNodeControls";

interface StoredFile {
  href: string;
  /** The words of its link. */
  words: string;
  /** The name under which visitors save it. */
  name: string;
  /** 0 when it is not known. */
  bytes: number;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
const hrefState = createState("href", { parse: text });
const wordsState = createState("words", { parse: text });
const nameState = createState("name", { parse: text });
const bytesState = createState("bytes", { parse: (value) => (typeof value === "number" && value > 0 ? value : 0) });

/** A file that visitors can save, as a block of its own. */
class FileNode extends DecoratorNode<JSX.Element> {
  override $config() {
    return this.config("file", {
      extends: DecoratorNode,
      stateConfigs: [
        { flat: true, stateConfig: hrefState },
        { flat: true, stateConfig: wordsState },
        { flat: true, stateConfig: nameState },
        { flat: true, stateConfig: bytesState },
      ],
    });
  }

  override createDOM(): HTMLElement {
    const element = document.createElement("p");
    element.className = "file";
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  override isInline(): false {
    return false;
  }

  override getTextContent(): string {
    return $getState(this, wordsState);
  }

  override decorate(): JSX.Element {
    return <FileView nodeKey={this.getKey()} {...$fileOf(this)} />;
  }
}

const $isFileNode = (node: LexicalNode | null | undefined): node is FileNode => node instanceof FileNode;

function $createFileNode({ href, words, name, bytes }: StoredFile): FileNode {
  const node = $setState(new FileNode(), hrefState, href);
  $setState(node, wordsState, words);
  $setState(node, nameState, name);
  return $setState(node, bytesState, bytes);
}

const $fileOf = (node: FileNode): StoredFile => ({
  href: $getState(node, hrefState),
  words: $getState(node, wordsState),
  name: $getState(node, nameState),
  bytes: $getState(node, bytesState),
});

function FileView({ nodeKey, words, name, bytes }: StoredFile & { nodeKey: string }) {
  const { selected, chosen, ref, remove } = useNodeControls(nodeKey);
  const facts = [endingOf(name).toUpperCase(), bytes > 0 ? sizeInWords(bytes) : ""].filter(Boolean).join(", ");
  return (
    <NodePanel
      name="File"
      opened={chosen}
      actions={[{ label: "Remove file", run: remove }]}
      target={
        // biome-ignore lint/a11y/useValidAnchor: it looks as on the page, where it is a link; here a click selects it
        <a
          ref={(element) => {
            ref.current = element;
          }}
          data-selected={selected || undefined}
        >
          <IconPaperclip size={20} stroke={1.75} aria-hidden="true" />
          <bdi className="file-name">{words}</bdi> <small className="file-facts">{facts}</small>
        </a>
      }
    />
  );
}

const CHOOSE_FILE: OpenDialog = createCommand("choose a file");
const choose = (editor: LexicalEditor) => void editor.dispatchCommand(CHOOSE_FILE, null);

function Tool() {
  const { editor, frame, apply } = useDialog(CHOOSE_FILE);
  const upload = useUploadImage();
  const { busy, during } = useBusy();

  const store = async (file: File) => {
    if (!upload) return;
    const { url } = await during(`Uploading ${file.name}`, (onProgress) => upload(file, { onProgress }));
    editor.focus();
    editor.update(
      () => $insertBlock($createFileNode({ href: url, words: file.name, name: file.name, bytes: file.size })),
      { tag: HISTORY_PUSH_TAG },
    );
  };
  const take = async (files: readonly File[]) => {
    // A failure is already told.
    for (const file of files) await store(file).catch(() => {});
  };
  const latest = useRef(take);
  latest.current = take;

  useEffect(
    () =>
      editor.registerCommand(
        DRAG_DROP_PASTE,
        (files) => {
          const documents = files.filter(isDocument);
          if (documents.length === 0) return false;
          void latest.current(documents);
          const others = files.filter((file) => !isDocument(file));
          if (others.length > 0) editor.dispatchCommand(DRAG_DROP_PASTE, others);
          return true;
        },
        COMMAND_PRIORITY_NORMAL,
      ),
    [editor],
  );

  return (
    <>
      <ToolButton name="File" popup="dialog" onClick={() => choose(editor)}>
        <IconPaperclip size={18} stroke={1.75} />
      </ToolButton>
      <LazyChooseMedia
        {...frame}
        kind="file"
        onChoose={({ url, name, bytes }) =>
          apply(() => $insertBlock($createFileNode({ href: url, words: name, name, bytes })))
        }
      />
      {busy}
    </>
  );
}

export const file: EditorFeature = {
  name: "File",
  nodes: [FileNode],
  Tool,
  insert: [{ name: "File", Icon: IconPaperclip, run: choose }],
  $writeNode: (node) => {
    if (!$isFileNode(node)) return null;
    const { href, words, name, bytes } = $fileOf(node);
    const link = attributes({ href, download: name, "data-bytes": bytes || null });
    return `<p class="file"><a${link}>${escapeText(words)}</a></p>`;
  },
  $readElement: (element) => {
    if (element.tagName !== "P" || !element.classList.contains("file")) return null;
    const link = element.querySelector("a[href^='/media/']");
    if (!link || element.querySelectorAll("a, img").length > 1) return null;
    const words = (element.textContent ?? "").replace(/\s+/g, " ").trim();
    const name = link.getAttribute("download") || words;
    const bytes = Number(link.getAttribute("data-bytes"));
    return [
      $createFileNode({
        href: link.getAttribute("href") ?? "",
        words: words || name,
        name,
        bytes: Number.isSafeInteger(bytes) ? bytes : 0,
      }),
    ];
  },
};
