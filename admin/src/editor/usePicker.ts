import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { COMMAND_PRIORITY_LOW, type LexicalCommand } from "lexical";
import { useEffect, useRef } from "react";

/** The field for files that a command opens. */
export function usePicker(command: LexicalCommand<void>) {
  const [editor] = useLexicalComposerContext();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const pick = () => {
      input.current?.click();
      return true;
    };
    return editor.registerCommand(command, pick, COMMAND_PRIORITY_LOW);
  }, [editor, command]);
  return input;
}
