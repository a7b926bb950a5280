import {
  $getState,
  $nodesOfType,
  $setState,
  createCommand,
  createState,
  DecoratorNode,
  type LexicalNode,
} from "lexical";
import type { JSX } from "react";
import { type Advice, beginningOf } from "./advice";
import { drawn, faultOf, useFormulas } from "./formulas";
import { NodePanel } from "./NodePanel";
import type { OpenDialog } from "./useDialog";
import { useNodeControls } from "./useNodeControls";

export const OPEN_FORMULA: OpenDialog = createCommand("open formula dialog");

const latexState = createState("latex", { parse: (value) => (typeof value === "string" ? value : "") });
const blockState = createState("block", { parse: (value) => value === true });

/** A formula in LaTeX: in a line, or set apart. */
export class FormulaNode extends DecoratorNode<JSX.Element> {
  override $config() {
    return this.config("formula", {
      extends: DecoratorNode,
      stateConfigs: [
        { flat: true, stateConfig: latexState },
        { flat: true, stateConfig: blockState },
      ],
    });
  }

  override createDOM(): HTMLElement {
    const element = document.createElement(this.isInline() ? "span" : "div");
    element.className = "formula";
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  override isInline(): boolean {
    return !$getState(this, blockState);
  }

  override getTextContent(): string {
    return $getState(this, latexState);
  }

  override decorate(): JSX.Element {
    return <FormulaView nodeKey={this.getKey()} {...$formulaOf(this)} />;
  }
}

export interface FormulaSource {
  latex: string;
  /** Whether it is set apart. */
  block: boolean;
}

export function $isFormulaNode(node: LexicalNode | null | undefined): node is FormulaNode {
  return node instanceof FormulaNode;
}

export function $createFormulaNode({ latex, block }: FormulaSource): FormulaNode {
  return $setState($setState(new FormulaNode(), latexState, latex), blockState, block);
}

export const $formulaOf = (node: FormulaNode): FormulaSource => ({
  latex: $getState(node, latexState),
  block: $getState(node, blockState),
});

export const $setLatex = (node: FormulaNode, latex: string) => $setState(node, latexState, latex);

function FormulaView({ nodeKey, latex, block }: FormulaSource & { nodeKey: string }) {
  const edit = () => editor.dispatchCommand(OPEN_FORMULA, nodeKey);
  const { editor, selected, chosen, ref, remove } = useNodeControls(nodeKey, edit);
  return (
    <NodePanel
      name="Formula"
      opened={chosen}
      actions={[
        { label: "Remove formula", run: remove },
        { label: "Edit formula", run: edit },
      ]}
      target={
        <span
          ref={(element) => {
            ref.current = element;
          }}
          className="editor-formula"
          data-selected={selected || undefined}
        >
          <Drawing latex={latex} block={block} />
        </span>
      }
    />
  );
}

/** How many signs of a formula in a line always fit; a longer one scrolls within itself, as on the site. */
const MAX_SEEN = 18;

/** A formula as visitors will see it; its source while it cannot be drawn. */
export function Drawing({ latex, block }: FormulaSource) {
  useFormulas(true);
  const result = drawn(latex, block);
  if (result?.mathml === undefined) return <code data-wrong={result ? true : undefined}>{latex}</code>;
  const seen = result.mathml.replace(/<annotation.*|<[^>]*>/gs, "").length;
  const className = !block && seen > MAX_SEEN ? "formula-long" : undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of the source by the library, which lets no HTML through
  return <span className={className} dangerouslySetInnerHTML={{ __html: result.mathml }} />;
}

/** The formulas that visitors would see as their source. */
export function $brokenFormulas(): Advice[] {
  return $nodesOfType(FormulaNode).flatMap((node) => {
    const { latex, block } = $formulaOf(node);
    const result = drawn(latex, block);
    if (result?.error === undefined) return [];
    return [{ key: node.getKey(), words: beginningOf(latex), advice: `is no formula yet. ${faultOf(result)}` }];
  });
}
