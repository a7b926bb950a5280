import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { Button } from "@mantine/core";
import { $getNodeByKey, $getRoot, $isElementNode, COMMAND_PRIORITY_EDITOR, HISTORY_PUSH_TAG } from "lexical";
import { useEffect, useState } from "react";
import { toast } from "@/components/toasts";
import { FEATURES } from "./features";
import { cleanPastedHtml } from "./html/clean";
import { $readHtml } from "./html/read";
import { $legacyPassages, LEGACY_SCRIPTS } from "./legacyFonts";
import { LEGACY_PASTED, type LegacyPaste } from "./legacyPaste";
import { $replacePasted } from "./pastedRange";

/** Offers to convert what was pasted for a font from before Unicode. */
export function LegacyNotice() {
  const [editor] = useLexicalComposerContext();
  const [pasted, setPasted] = useState<LegacyPaste | null>(null);
  useEffect(
    () =>
      editor.registerCommand(
        LEGACY_PASTED,
        (paste) => {
          setPasted(paste);
          return true;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor],
  );
  if (!pasted) return null;
  const convert = async () => {
    setPasted(null);
    try {
      const { convertHtml, convertText } = await import("./legacy/convert");
      const { body } = cleanPastedHtml(convertHtml(pasted.html), pasted.wordsOnly);
      editor.update(
        () => {
          if ($replacePasted(pasted.range, $readHtml(body, FEATURES))) return;
          // It was changed meanwhile: its passages are found by their letters.
          const passages = $legacyPassages().map(({ key }) => $getNodeByKey(key));
          for (const passage of passages.length > 0 ? passages : [$getRoot()]) {
            const around = passage?.getTextContent();
            const texts = $isElementNode(passage) ? passage.getAllTextNodes() : [];
            for (const text of texts) text.setTextContent(convertText(text.getTextContent(), around));
          }
        },
        { tag: HISTORY_PUSH_TAG },
      );
    } catch (error) {
      toast.failure("Not converted", error);
    }
  };
  return (
    <div className="legacy-notice" role="status">
      <p>
        This is {pasted.script} for a font such as {LEGACY_SCRIPTS[pasted.script].fonts}: visitors see Western letters.
      </p>
      <div>
        <Button size="compact-sm" onClick={convert}>
          Convert to Unicode
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setPasted(null)}>
          Keep
        </Button>
      </div>
    </div>
  );
}
