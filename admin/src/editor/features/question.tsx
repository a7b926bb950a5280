import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { IconHelpSquareRounded } from "@tabler/icons-react";
import {
  $createParagraphNode,
  $getSelection,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  ElementNode,
  INSERT_PARAGRAPH_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  type ParagraphNode,
  type RangeSelection,
} from "lexical";
import {
  $isAtEdge,
  $selectedContainer,
  $unwrap,
  $wrap,
  ContainerNode,
  registerContainer,
  toggleContainer,
} from "../containers";
import type { EditorFeature } from "../feature";
import { $currentBlock } from "../selection";
import { ToolButton } from "../ToolButton";
import { useEditorValue } from "../useEditorValue";

/** A question with its answer, which visitors open. In the editor it is always open. */
class QuestionNode extends ContainerNode {
  override $config() {
    return this.config("question", { extends: ContainerNode });
  }

  // No details: browsers close it by a space or a click in its summary.
  override createDOM(): HTMLElement {
    const element = document.createElement("div");
    element.className = "question editor-question";
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", "Question");
    return element;
  }

  override updateDOM(): false {
    return false;
  }
}

/** The words of a question: always its first block. */
class SummaryNode extends ElementNode {
  override $config() {
    return this.config("summary", { extends: ElementNode });
  }

  override createDOM(): HTMLElement {
    const element = document.createElement("p");
    element.className = "editor-summary";
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  override canIndent(): false {
    return false;
  }

  override collapseAtStart(): boolean {
    const question = this.getParent();
    if (!$isQuestionNode(question)) return false;
    this.replace($createParagraphNode(), true);
    $unwrap(question);
    return true;
  }

  override insertNewAfter(_selection: RangeSelection, restoreSelection?: boolean): ParagraphNode {
    const paragraph = $createParagraphNode();
    this.insertAfter(paragraph, restoreSelection);
    return paragraph;
  }
}

function $isQuestionNode(node: LexicalNode | null | undefined): node is QuestionNode {
  return node instanceof QuestionNode;
}

function $isSummaryNode(node: LexicalNode | null | undefined): node is SummaryNode {
  return node instanceof SummaryNode;
}

/** Sees to it that a question has its words first and a block to answer it. */
function $complete(question: QuestionNode) {
  const first = question.getFirstChild();
  if (!$isSummaryNode(first)) {
    const summary = new SummaryNode();
    if ($isElementNode(first) && !first.isShadowRoot() && !$isElementNode(first.getFirstChild())) {
      first.replace(summary, true);
    } else {
      question.splice(0, 0, [summary]);
    }
  }
  if (question.getChildrenSize() === 1) question.append($createParagraphNode());
}

const toggle = (editor: LexicalEditor) =>
  toggleContainer(
    editor,
    $isQuestionNode,
    (blocks) => $complete($wrap(blocks, new QuestionNode())),
    (question) => {
      const summary = question.getFirstChild();
      if ($isSummaryNode(summary)) summary.replace($createParagraphNode(), true);
      $unwrap(question);
    },
  );

function Tool() {
  const [editor] = useLexicalComposerContext();
  const active = useEditorValue(() => $selectedContainer($isQuestionNode) !== null);
  return (
    <ToolButton name="Question" active={active} onClick={() => toggle(editor)}>
      <IconHelpSquareRounded size={18} stroke={1.75} />
    </ToolButton>
  );
}

export const question: EditorFeature = {
  name: "Question",
  nodes: [QuestionNode, SummaryNode],
  Tool,
  insert: [{ name: "Question", Icon: IconHelpSquareRounded, run: toggle }],
  register: (editor) =>
    mergeRegister(
      registerContainer(editor, QuestionNode),
      editor.registerNodeTransform(QuestionNode, $complete),
      editor.registerNodeTransform(SummaryNode, (node) => {
        const isFirst = $isQuestionNode(node.getParent()) && !node.getPreviousSibling();
        if (!isFirst) return void node.replace($createParagraphNode(), true);
        if (node.getFormatType() !== "") node.setFormat("");
      }),
      // From the question into the answer that is still empty.
      editor.registerCommand(
        INSERT_PARAGRAPH_COMMAND,
        () => {
          const selection = $getSelection();
          const block = $currentBlock();
          const answer = block?.getNextSibling();
          if (!$isSummaryNode(block) || !$isRangeSelection(selection) || !selection.isCollapsed()) return false;
          if (!$isParagraphNode(answer) || !answer.isEmpty()) return false;
          if (!$isAtEdge(selection, false)) return false;
          answer.select();
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    ),
  $writeNode: (node, write) => {
    if ($isQuestionNode(node)) return `<details class="question">${write.$blocks(node)}</details>`;
    return $isSummaryNode(node)
      ? `<summary>${node.isEmpty() ? "" : write.$inline(node.getChildren())}</summary>`
      : null;
  },
  $readElement: (element, read, around) => {
    if (element.tagName === "SUMMARY" && element.parentElement?.matches("details.question")) {
      return [new SummaryNode().append(...read.$inline(element, around))];
    }
    if (!element.matches("details.question")) return null;
    const created = new QuestionNode().append(...read.$blocks(element, around));
    $complete(created);
    return [created];
  },
};
