import { FILE_ENDINGS, FILE_TYPES } from "@academy/shared/limits";
import { uploadDocument, uploadFile } from "@/api/upload";
import { Address } from "./Address";
import { type FieldProps, labels, placeholder, typed } from "./field";
import { ImageAddress } from "./ImageAddress";

const KINDS = Object.values(FILE_TYPES)
  .join(", ")
  .replace(/, (?=[^,]*$)/, " or ");

/** The address of a file. */
function addressOf(props: FieldProps<string>) {
  const { required: _, "data-autofocus": __, ...shown } = labels(props);
  return {
    ...shown,
    placeholder: placeholder(props),
    value: props.value ?? "",
    onChange: (address: string) => props.onChange(typed(address)),
  };
}

export function FileField(props: FieldProps<string>) {
  const { description, ...shown } = addressOf(props);
  return (
    <Address
      {...shown}
      description={description ?? `A ${KINDS} file, or the address of a document.`}
      kind="file"
      upload={{ store: uploadDocument, accept: FILE_ENDINGS, what: "document" }}
    />
  );
}

export const PictureField = (props: FieldProps<string>) => <ImageAddress {...addressOf(props)} />;

/** A file that a call of its own stores. */
export function UploadField(props: FieldProps<string>) {
  const { upload } = props.field;
  if (!upload) throw new Error(`${props.name} does not say what stores its file`);
  const { path, kind, ...rest } = upload;
  const shown = addressOf(props);
  return (
    <Address
      {...shown}
      kind={kind}
      upload={{
        ...rest,
        store: (file, options) => uploadFile(path, kind, file, options),
        name: `${props.name}_file`,
        label: `${shown.label} file`,
      }}
    />
  );
}
