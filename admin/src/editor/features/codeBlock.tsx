import { $createCodeNode, $isCodeNode, CodeHighlightNode, CodeNode } from "@lexical/code";
import { CODE } from "@lexical/markdown";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $setBlocksType } from "@lexical/selection";
import { NativeSelect } from "@mantine/core";
import { IconCode } from "@tabler/icons-react";
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTabNode,
  $createTextNode,
  $getNodeByKey,
  $getSelection,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  SKIP_DOM_SELECTION_TAG,
  TextNode,
} from "lexical";
import { SHORTCUTS } from "@/ui/shortcuts";
import { BlockControl } from "../BlockControl";
import type { EditorFeature } from "../feature";
import { attributes, escapeText } from "../html/escape";
import { $currentBlock } from "../selection";
import { registerShortcut } from "../shortcuts";
import { ToolButton } from "../ToolButton";
import { useEditorValue } from "../useEditorValue";

const SHORTCUT = SHORTCUTS.Editor["Code Block"];

/** The characters of a language's name. */
const LANGUAGE = /^[a-z][a-z0-9+#.-]{0,29}$/;

/** Languages that are offered; others stay as they are. */
const LANGUAGES = {
  "": "Plain text",
  bash: "Shell",
  c: "C",
  cpp: "C++",
  css: "CSS",
  go: "Go",
  html: "HTML",
  java: "Java",
  javascript: "JavaScript",
  json: "JSON",
  php: "PHP",
  python: "Python",
  r: "R",
  sql: "SQL",
  xml: "XML",
};

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

function Panel() {
  const [editor] = useLexicalComposerContext();
  const key = useEditorValue(() => {
    const block = $currentBlock();
    return $isCodeNode(block) ? block.getKey() : null;
  });
  const language = useEditorValue(() => {
    const block = $currentBlock();
    return $isCodeNode(block) ? (block.getLanguage() ?? "") : "";
  });
  if (key === null) return null;
  const choose = (value: string) =>
    editor.update(
      () => {
        const block = $getNodeByKey(key);
        if ($isCodeNode(block)) block.setLanguage(value || null);
      },
      { tag: [HISTORY_PUSH_TAG, SKIP_DOM_SELECTION_TAG] },
    );
  const data = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  return (
    <BlockControl nodeKey={key}>
      <NativeSelect
        aria-label="Language of the code"
        size="xs"
        value={language}
        data={language in LANGUAGES ? data : [...data, { value: language, label: language }]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </BlockControl>
  );
}

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
  Panel,
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
    const language = node.getLanguage() ?? "";
    const attrs = attributes({ class: "ql-syntax", "data-language": LANGUAGE.test(language) ? language : null });
    return `<pre${attrs}>${lead}${escapeText(text)}${tail}</pre>`;
  },
  $readElement: (element) => {
    if (element.tagName !== "PRE") return null;
    const language = element.getAttribute("data-language") ?? "";
    return [$createCodeNode(LANGUAGE.test(language) ? language : undefined).append(...$codeText(textOf(element)))];
  },
};
