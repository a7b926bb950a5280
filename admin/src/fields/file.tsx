import { FILE_TYPES } from "@academy/shared/limits";
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
    <Address {...shown} description={description ?? `A ${KINDS} file, or the address of a document.`} kind="file" />
  );
}

export const PictureField = (props: FieldProps<string>) => <ImageAddress {...addressOf(props)} />;

/** A file whose upload has messages of its own. */
export function UploadField(props: FieldProps<string>) {
  const { upload } = props.field;
  if (!upload) throw new Error(`${props.name} does not say what its file is`);
  return <Address {...addressOf(props)} {...upload} />;
}
