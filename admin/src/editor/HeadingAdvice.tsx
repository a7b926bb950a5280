import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $getNodeByKey, $isElementNode } from "lexical";
import { $misplacedHeadings, type MisplacedHeading } from "./outline";
import { useEditorValue } from "./useEditorValue";

/** Names the headings that are out of order; each leads to its place in the text. */
export function HeadingAdvice() {
  const [editor] = useLexicalComposerContext();
  const headings: MisplacedHeading[] = JSON.parse(useEditorValue(() => JSON.stringify($misplacedHeadings())));
  const goTo = (key: string) => {
    editor.update(() => {
      const node = $getNodeByKey(key);
      if ($isElementNode(node)) node.selectEnd();
    });
    editor.focus(() => editor.getElementByKey(key)?.scrollIntoView({ block: "center" }));
  };
  return (
    <div className="heading-advice">
      {/* Only the number, so that typing in one of them is not announced letter by letter. */}
      <p role="status">{summary(headings.length)}</p>
      {headings.length > 0 && (
        <ul>
          {headings.map(({ key, words, advice }) => (
            <li key={key}>
              <button type="button" onClick={() => goTo(key)}>
                “<bdi>{words}</bdi>”
              </button>{" "}
              {advice}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function summary(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "One heading is out of order." : `${count} headings are out of order.`;
}
