import { HEADING } from "@lexical/markdown";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $createHeadingNode,
  $isHeadingNode,
  HeadingNode,
  type HeadingTagType,
  registerRichText,
} from "@lexical/rich-text";
import { $setBlocksType } from "@lexical/selection";
import { IconH1, IconH2, IconH3, IconH4, IconH5, IconH6, IconHeading } from "@tabler/icons-react";
import { $createParagraphNode, $getSelection, type LexicalEditor, mergeRegister } from "lexical";
import { SHORTCUTS, shortcutLabel } from "@/ui/shortcuts";
import type { EditorFeature } from "../feature";
import { $currentBlock } from "../selection";
import { registerShortcut } from "../shortcuts";
import { ToolMenu } from "../ToolMenu";
import { useEditorValue } from "../useEditorValue";

const LEVELS = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

const ICONS = [IconH1, IconH2, IconH3, IconH4, IconH5, IconH6];

const NORMAL = SHORTCUTS.Editor.Normal;
const shortcutOf = (level: number) => SHORTCUTS.Editor["Heading 1 to 6"].replace("1…6", `${level}`);

const CHOICES = [
  { value: "", label: "Normal", hint: shortcutLabel(NORMAL) },
  ...LEVELS.map((tag, index) => ({
    value: tag,
    label: `Heading ${index + 1}`,
    hint: shortcutLabel(shortcutOf(index + 1)),
    style: { fontWeight: 650, fontSize: `${1.3 - index * 0.07}em` },
  })),
];

function setHeading(editor: LexicalEditor, tag: HeadingTagType | "") {
  editor.update(() => {
    $setBlocksType($getSelection(), () => (tag === "" ? $createParagraphNode() : $createHeadingNode(tag)));
  });
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  const tag = useEditorValue(() => {
    const block = $currentBlock();
    return $isHeadingNode(block) ? block.getTag() : "";
  });
  return (
    <ToolMenu
      name="Header"
      value={tag}
      choices={CHOICES}
      onChoose={(value) => setHeading(editor, LEVELS.find((level) => level === value) ?? "")}
    >
      {tag === "" ? <IconHeading size={18} stroke={1.75} /> : <span className="tool-text">{tag.toUpperCase()}</span>}
    </ToolMenu>
  );
}

export const header: EditorFeature = {
  name: "Header",
  nodes: [HeadingNode],
  Tool,
  register: (editor) =>
    mergeRegister(
      registerRichText(editor),
      registerShortcut(editor, NORMAL, () => setHeading(editor, "")),
      ...LEVELS.map((tag, index) => registerShortcut(editor, shortcutOf(index + 1), () => setHeading(editor, tag))),
    ),
  markdown: [HEADING],
  insert: LEVELS.map((tag, index) => ({
    name: `Heading ${index + 1}`,
    Icon: ICONS[index] ?? IconHeading,
    run: (editor) => setHeading(editor, tag),
  })),
  $writeNode: (node, write) => {
    if (!$isHeadingNode(node)) return null;
    const tag = node.getTag();
    return `<${tag}${write.$classes(node)}>${write.$inline(node.getChildren())}</${tag}>`;
  },
  $readElement: (element, read, around) => {
    const tag = LEVELS.find((level) => level === element.tagName.toLowerCase());
    return tag ? read.$lines(element, around, () => $createHeadingNode(tag)) : null;
  },
};
