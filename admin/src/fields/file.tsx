import { TextInput } from "@mantine/core";
import { useState } from "react";
import { type FieldProps, labels, placeholder, typed } from "./field";
import { Upload } from "./Upload";

export function FileField(props: FieldProps<string>) {
  const [refused, setRefused] = useState<string | null>(null);
  const { error, description, ...shown } = labels(props);
  return (
    <div className="banner">
      <TextInput
        {...shown}
        description={description ?? "A PDF of up to 20 MB, or the address of a document."}
        placeholder={placeholder(props) ?? "/media/… or https://…"}
        value={props.value ?? ""}
        error={error ?? refused}
        onChange={(event) => {
          setRefused(null);
          props.onChange(typed(event.currentTarget.value));
        }}
      />
      <div className="banner-actions">
        <Upload
          path="/admin/files"
          part="file"
          accept="application/pdf"
          what="document"
          name={props.name}
          onStored={({ url }) => props.onChange(url)}
          onRefused={setRefused}
        />
      </div>
    </div>
  );
}
