import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { COMMAND_PRIORITY_LOW, type LexicalCommand } from "lexical";
import { useEffect, useRef } from "react";

interface Props {
  /** The command that opens it. */
  command: LexicalCommand<void>;
  name: string;
  label: string;
  accept: string;
  multiple?: boolean;
  onPick: (files: File[]) => void;
}

/** A hidden field for files, which a command opens. */
export function FilePicker({ command, label, onPick, ...field }: Props) {
  const [editor] = useLexicalComposerContext();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const pick = () => {
      input.current?.click();
      return true;
    };
    return editor.registerCommand(command, pick, COMMAND_PRIORITY_LOW);
  }, [editor, command]);
  return (
    <input
      {...field}
      ref={input}
      type="file"
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        currentTarget.value = "";
        onPick(files);
      }}
    />
  );
}
