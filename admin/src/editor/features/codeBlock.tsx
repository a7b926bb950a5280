import { $createCodeNode, $isCodeNode, CodeHighlightNode, CodeNode } from "@lexical/code";
import { CODE } from "@lexical/markdown";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $setBlocksType } from "@lexical/selection";
import { IconCode } from "@tabler/icons-react";
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTabNode,
  $createTextNode,
  $getSelection,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  TextNode,
} from "lexical";
import type { EditorFeature } from "../feature";
import { attributes, escapeText } from "../html/escape";
import { $currentBlock } from "../selection";
import { registerShortcut } from "../shortcuts";
import { ToolButton } from "../ToolButton";
import { useEditorValue } from "../useEditorValue";

const SHORTCUT = "mod+alt+C";

function toggle(editor: LexicalEditor) {
  editor.update(() => {
    const inCode = $isCodeNode($currentBlock());
    $setBlocksType($getSelection(), () => (inCode ? $createParagraphNode() : $createCodeNode()));
  });
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  const active = useEditorValue(() => $isCodeNode($currentBlock()));
  return (
    <ToolButton name="Code Block" shortcut={SHORTCUT} active={active} onClick={() => toggle(editor)}>
      <IconCode size={18} stroke={1.75} />
    </ToolButton>
  );
}

/** The name of a language as it is stored. */
const language = (name: string | null | undefined) => (/^[a-z][a-z0-9+#.-]{0,29}$/.test(name ?? "") ? name : undefined);

/** Plain text with its line breaks and tabs. */
function $codeText(text: string): LexicalNode[] {
  return text
    .split(/(\n|\t)/)
    .filter((part) => part !== "")
    .map((part) => {
      if (part === "\n") return $createLineBreakNode();
      return part === "\t" ? $createTabNode() : $createTextNode(part);
    });
}

/** The text of a `pre` with its line breaks, whichever way they were written. */
function textOf(pre: Element): string {
  const copy = pre.cloneNode(true) as Element;
  for (const br of copy.querySelectorAll("br")) br.replaceWith("\n");
  return (copy.textContent ?? "").replace(/\r\n?/g, "\n").replace(/\n$/, "");
}

export const codeBlock: EditorFeature = {
  name: "Code Block",
  nodes: [CodeNode, CodeHighlightNode],
  Tool,
  markdown: [CODE],
  insert: [{ name: "Code Block", Icon: IconCode, run: toggle }],
  register: (editor) =>
    mergeRegister(
      registerShortcut(editor, SHORTCUT, () => toggle(editor)),
      // Code is stored as plain text: what is set on it would be lost on saving.
      editor.registerNodeTransform(CodeNode, (node) => {
        if (node.getFormatType() !== "") node.setFormat("");
      }),
      editor.registerNodeTransform(TextNode, (node) => {
        if (!$isCodeNode(node.getParent())) return;
        if (node.getFormat() !== 0) node.setFormat(0);
        if (node.getStyle() !== "") node.setStyle("");
      }),
    ),
  $writeNode: (node) => {
    if (!$isCodeNode(node)) return null;
    const text = node.getTextContent();
    // Browsers drop a line break right after the opening tag, and one before the closing tag.
    const lead = text.startsWith("\n") ? "\n" : "";
    const tail = text.endsWith("\n") ? "\n" : "";
    const attrs = attributes({ class: "ql-syntax", "data-language": language(node.getLanguage()) });
    return `<pre${attrs}>${lead}${escapeText(text)}${tail}</pre>`;
  },
  $readElement: (element) => {
    if (element.tagName !== "PRE") return null;
    return [$createCodeNode(language(element.getAttribute("data-language"))).append(...$codeText(textOf(element)))];
  },
};
