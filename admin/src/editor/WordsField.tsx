import { type ComponentType, createContext, useContext, useId, useState } from "react";
import { fromEditor, toEditor } from "./inlineHtml";
import type { UploadImage } from "./uploads";

/** The editor, which has this field in its own dialogs. */
export const EditorContext = createContext<ComponentType<{
  labelId: string;
  value: string;
  onChange: (html: string) => void;
  uploadImage: UploadImage;
  format: "inline";
  placeholder: string;
  focused?: boolean;
}> | null>(null);

interface Props {
  label: string;
  /** Stored words within a line. */
  value: string;
  onChange: (words: string) => void;
  /** Whether the dialog begins with it. */
  focused?: boolean;
}

/** A small editor in a dialog: for words with marks and links. */
export function WordsField({ label, value, onChange, focused }: Props) {
  const id = useId();
  const Editor = useContext(EditorContext);
  const [html, setHtml] = useState(() => toEditor(value));
  return (
    <div className="words-field">
      <span id={id} className="field-label">
        {label}
      </span>
      {Editor && (
        <Editor
          labelId={id}
          format="inline"
          placeholder=""
          focused={focused}
          value={html}
          onChange={(next) => {
            setHtml(next);
            onChange(fromEditor(next, " ").replaceAll("<br>", " ").trim());
          }}
          uploadImage={refuse}
        />
      )}
    </div>
  );
}

const refuse = () => Promise.reject(new Error("no picture is stored here"));
