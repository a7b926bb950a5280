import { FILE_ENDINGS, FILE_TYPES, MAX_FILE_BYTES } from "@academy/shared/limits";
import { uploadFile } from "@/api/upload";
import { Address } from "./Address";
import { type FieldProps, labels, placeholder, typed } from "./field";

const KINDS = Object.values(FILE_TYPES)
  .join(", ")
  .replace(/, (?=[^,]*$)/, " or ");

export function FileField(props: FieldProps<string>) {
  const { description, ...shown } = labels(props);
  return (
    <Address
      {...shown}
      description={description ?? `A ${KINDS} file of up to ${MAX_FILE_BYTES >> 20} MB, or the address of a document.`}
      placeholder={placeholder(props)}
      value={props.value ?? ""}
      onChange={(address) => props.onChange(typed(address))}
      upload={{
        store: (file, options) => uploadFile("/admin/files", "file", file, options),
        accept: FILE_ENDINGS,
        what: "document",
      }}
    />
  );
}
