import { FILE_ENDINGS, FILE_TYPES } from "@academy/shared/limits";
import { uploadDocument } from "@/api/upload";
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
      description={description ?? `A ${KINDS} file, or the address of a document.`}
      placeholder={placeholder(props)}
      value={props.value ?? ""}
      onChange={(address) => props.onChange(typed(address))}
      upload={{
        store: uploadDocument,
        accept: FILE_ENDINGS,
        what: "document",
      }}
    />
  );
}
