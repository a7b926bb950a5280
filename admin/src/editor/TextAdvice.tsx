import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $getNodeByKey, $isElementNode, type LexicalEditor } from "lexical";
import { toast } from "@/ui/toasts";
import type { Advice } from "./advice";
import { $brokenFormulas } from "./FormulaNode";
import { $fleetingPictures } from "./fleeting";
import { useFormulas } from "./formulas";
import { $legacyPassages } from "./legacyFonts";
import { convertPassage } from "./legacyPaste";
import { $misplacedHeadings } from "./outline";
import { useAtRest } from "./useAtRest";

/** A remedy that the editor offers for a finding. */
interface Fix {
  label: string;
  run: (editor: LexicalEditor, key: string) => Promise<void>;
}

/** The checks, and how each counts its findings in words. */
const KINDS: readonly { $find: () => Advice[]; one: string; many: string; fix?: Fix }[] = [
  { $find: $brokenFormulas, one: "One formula cannot be shown.", many: "formulas cannot be shown." },
  { $find: $misplacedHeadings, one: "One heading is out of order.", many: "headings are out of order." },
  {
    $find: $legacyPassages,
    one: "One passage is not in Unicode.",
    many: "passages are not in Unicode.",
    fix: { label: "Convert to Unicode", run: convertPassage },
  },
  {
    $find: $fleetingPictures,
    one: "One picture will soon disappear.",
    many: "pictures will soon disappear.",
  },
];

/** Names what a writer should look at before it is published; each leads to its place in the text. */
export function TextAdvice() {
  const [editor] = useLexicalComposerContext();
  const [found, read] = useAtRest<Advice[][]>(() => KINDS.map(({ $find }) => $find()), [], useFormulas(false));
  const entries = found.flatMap((findings, kind) => findings.map((finding) => ({ ...finding, fix: KINDS[kind]?.fix })));
  const summary = KINDS.map(({ one, many }, index) => {
    const count = found[index]?.length ?? 0;
    return count > 1 ? `${count} ${many}` : count === 1 ? one : "";
  });
  const goTo = (key: string) => {
    editor.update(() => {
      const node = $getNodeByKey(key);
      if ($isElementNode(node)) node.selectEnd();
      else node?.selectNext(0, 0);
    });
    editor.focus(() => editor.getElementByKey(key)?.scrollIntoView({ block: "center" }));
  };
  return (
    <div className="text-advice">
      {/* Only the number, so that typing in one of them is not announced letter by letter. */}
      <p role="status">{summary.filter(Boolean).join(" ")}</p>
      {entries.length > 0 && (
        <ul>
          {entries.map(({ key, words, advice, fix }) => (
            <li key={key}>
              <button type="button" onClick={() => goTo(key)}>
                “<bdi>{words}</bdi>”
              </button>{" "}
              {advice}{" "}
              {fix && (
                <button
                  type="button"
                  onClick={() => fix.run(editor, key).then(read, (error) => toast.failure("Not converted", error))}
                >
                  {fix.label}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
