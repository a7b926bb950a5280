import { MAX_FORMULA } from "@academy/shared/limits";
import { lengthOf, tooLong } from "@academy/shared/text/length";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { Button, Modal, NativeSelect, Textarea } from "@mantine/core";
import { IconMathFunction } from "@tabler/icons-react";
import {
  $createParagraphNode,
  $getNodeByKey,
  $insertNodes,
  $isLineBreakNode,
  type LexicalEditor,
  type LexicalNode,
} from "lexical";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { $setApart } from "../containers";
import {
  $createFormulaNode,
  $formulaOf,
  $isFormulaNode,
  $setLatex,
  Drawing,
  FormulaNode,
  type FormulaSource,
  OPEN_FORMULA,
} from "../FormulaNode";
import type { EditorFeature } from "../feature";
import { drawn, faultOf, useFormulas } from "../formulas";
import { attributes, escapeText } from "../html/escape";
import { Palette } from "../Palette";
import { $insertBlock } from "../selection";
import { ToolButton } from "../ToolButton";
import { useDialog } from "../useDialog";

const open = (editor: LexicalEditor) => void editor.dispatchCommand(OPEN_FORMULA, null);

function $insert(source: FormulaSource) {
  const node = $createFormulaNode(source);
  if (source.block) $insertBlock(node, true);
  else $insertNodes([node]);
}

/** Writes a formula where one was, or where the cursor is. */
function $save(node: LexicalNode | null, source: FormulaSource) {
  if (!$isFormulaNode(node)) return $insert(source);
  if (node.isInline() !== source.block) return void $setLatex(node, source.latex);
  const changed = $createFormulaNode(source);
  if (source.block) return $setApart(node, changed);
  node.replace($createParagraphNode().append(changed));
  changed.selectNext();
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  return (
    <ToolButton name="Formula" popup="dialog" onClick={() => open(editor)}>
      <IconMathFunction size={18} stroke={1.75} />
    </ToolButton>
  );
}

function Panel() {
  const { editor, nodeKey, opened, frame, apply } = useDialog(OPEN_FORMULA);
  const read = (): FormulaSource =>
    editor.getEditorState().read(() => {
      const node = $getNodeByKey(nodeKey ?? "");
      return $isFormulaNode(node) ? $formulaOf(node) : { latex: "", block: false };
    });
  return (
    <Modal {...frame} title="Formula" size="34rem">
      {opened && (
        <Form initial={read()} isNew={nodeKey === null} onSave={(source) => apply((node) => $save(node, source))} />
      )}
    </Modal>
  );
}

interface FormProps {
  initial: FormulaSource;
  isNew: boolean;
  onSave: (source: FormulaSource) => void;
}

function Form({ initial, isNew, onSave }: FormProps) {
  const [latex, setLatex] = useState(initial.latex);
  const [block, setBlock] = useState(initial.block);
  const field = useRef<HTMLTextAreaElement>(null);
  useFormulas(true);
  useEffect(() => field.current?.setSelectionRange(initial.latex.length, initial.latex.length), [initial]);
  const isEmpty = latex.trim() === "";
  const result = isEmpty ? null : drawn(latex, block);
  const fault = result?.error === undefined ? null : faultOf(result);
  const save = () => {
    if (!isEmpty && !tooLong(latex.trim(), MAX_FORMULA)) onSave({ latex: latex.trim(), block });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return (
    <div className="stack">
      <Textarea
        ref={field}
        label="LaTeX"
        description={`${lengthOf(latex).toLocaleString("en-IN")} of ${MAX_FORMULA.toLocaleString("en-IN")} characters`}
        className="formula-source"
        autosize
        minRows={2}
        maxRows={8}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        data-autofocus
        value={latex}
        error={fault}
        onChange={(event) => setLatex(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <section className="formula-result prose" aria-label="Result" data-block={block || undefined}>
        {!isEmpty && <Drawing latex={latex} block={block} />}
      </section>
      <Palette field={field} onChange={setLatex} />
      <NativeSelect
        label="Place"
        value={block ? "apart" : "line"}
        data={[
          { value: "line", label: "In the line" },
          { value: "apart", label: "Set apart, on a line of its own" },
        ]}
        onChange={(event) => setBlock(event.currentTarget.value === "apart")}
      />
      <div className="actions">
        <Button disabled={isEmpty} onClick={save}>
          {isNew ? "Insert" : "Save"}
        </Button>
      </div>
    </div>
  );
}

export const formula: EditorFeature = {
  name: "Formula",
  nodes: [FormulaNode],
  Tool,
  Panel,
  insert: [{ name: "Formula", Icon: IconMathFunction, run: open }],
  markdown: [
    {
      type: "text-match",
      dependencies: [FormulaNode],
      trigger: "$",
      // A sum of money, $5 or 10 $, has a space inside of its signs, or, as US$5 does, letters outside.
      regExp: /(?<![^\s([{])\$([^$\s](?:[^$]{0,1998}[^$\s])?)\$$/,
      importRegExp: /(?<![^\s([{])\$([^$\s](?:[^$\n]{0,1998}[^$\s])?)\$(?![\p{L}\p{M}\p{N}])/u,
      replace: (text, match) => {
        const [before, after] = [text.getPreviousSibling(), text.getNextSibling()];
        if (before && !$isLineBreakNode(before) && !/[\s([{]$/.test(before.getTextContent())) return;
        if (/^[\p{L}\p{M}\p{N}]/u.test(after?.getTextContent() ?? "")) return;
        text.replace($createFormulaNode({ latex: match[1] ?? "", block: false })).selectNext(0, 0);
      },
      export: (node) => ($isFormulaNode(node) ? `$${$formulaOf(node).latex}$` : null),
    },
  ],
  $writeNode: (node) => {
    if (!$isFormulaNode(node)) return null;
    const { latex, block } = $formulaOf(node);
    const tag = block ? "div" : "span";
    return `<${tag} class="formula"${attributes({ "data-formula": latex })}>${escapeText(latex)}</${tag}>`;
  },
  $readElement: (element) => {
    if (!element.matches("span.formula, div.formula")) return null;
    const latex = (element.getAttribute("data-formula") || element.textContent) ?? "";
    return latex.trim() === "" ? [] : [$createFormulaNode({ latex, block: element.tagName === "DIV" })];
  },
};
