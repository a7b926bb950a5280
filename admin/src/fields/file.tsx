import { uploadFile } from "@/api/upload";
import { Address } from "./Address";
import { type FieldProps, labels, placeholder, typed } from "./field";

export function FileField(props: FieldProps<string>) {
  const { description, ...shown } = labels(props);
  return (
    <Address
      {...shown}
      description={
        description ??
        "A PDF, Word, Excel, PowerPoint, ZIP, text or CSV file of up to 20 MB, or the address of a document."
      }
      placeholder={placeholder(props)}
      value={props.value ?? ""}
      onChange={(address) => props.onChange(typed(address))}
      upload={{
        store: (file, options) => uploadFile("/admin/files", "file", file, options),
        accept: ".pdf,.docx,.xlsx,.pptx,.zip,.txt,.csv",
        what: "document",
      }}
    />
  );
}
