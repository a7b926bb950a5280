import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { Button } from "@mantine/core";
import { COMMAND_PRIORITY_EDITOR, HISTORY_PUSH_TAG } from "lexical";
import { useEffect, useState } from "react";
import { toast } from "@/ui/toasts";
import { FEATURES } from "./features";
import { cleanPastedHtml } from "./html/clean";
import { $readHtml } from "./html/read";
import { LEGACY_SCRIPTS } from "./legacyFonts";
import { $convertPassages, LEGACY_PASTED, type LegacyPaste } from "./legacyPaste";
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
          $convertPassages(convertText);
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
