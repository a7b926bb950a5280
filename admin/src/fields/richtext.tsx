import { useCallback, useId } from "react";
import { isDocument, uploadOf } from "@/editor/files";
import { fromEditor, toEditor } from "@/editor/inlineHtml";
import { LazyEditor } from "@/editor/LazyEditor";
import type { UploadImage } from "@/editor/uploads";
import { FieldError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { type FieldProps, labels, typed } from "./field";

const storeImage: UploadImage = async (file, options) => {
  try {
    return await uploadOf(file)(file, options);
  } catch (error) {
    toast.failure(isDocument(file) ? "Failed to upload file" : "Failed to upload image", error);
    throw error;
  }
};

/** Formatted text, by the features of the article editor. */
export function RichTextField(props: FieldProps<string>) {
  const { field, name, value = "", onChange } = props;
  const id = useId();
  const inline = field.format === "inline";
  const { label, description, error } = labels(props);
  const change = useCallback((html: string) => onChange(typed(inline ? fromEditor(html) : html)), [inline, onChange]);
  const standard = typeof field.default === "string" ? field.default.replace(/<[^>]+>/g, " ").trim() : "";
  return (
    <div>
      <span id={id} className="field-label">
        {label}
      </span>
      {description && <p className="form-hint">{description}</p>}
      <input type="hidden" name={name} value={value} />
      <LazyEditor
        labelId={id}
        value={inline ? toEditor(value) : value}
        onChange={change}
        uploadImage={storeImage}
        format={inline ? "inline" : "block"}
        placeholder={standard || "Write…"}
        invalid={error !== undefined}
      />
      <FieldError>{error}</FieldError>
    </div>
  );
}
