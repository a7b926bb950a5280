import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { PICTURE_FORMATS } from "@/api/upload";
import { Upload } from "./Upload";

interface Props {
  label: ReactNode;
  name: string;
  description?: ReactNode;
  placeholder?: string;
  value: string;
  error?: ReactNode;
  onChange: (address: string) => void;
}

/** The address of a picture: typed, or made by an upload. */
export function ImageAddress({ description, placeholder, error, onChange, ...props }: Props) {
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <div className="banner">
      <TextInput
        {...props}
        description={description ?? `${PICTURE_FORMATS}, or the address of a picture.`}
        placeholder={placeholder ?? "/media/… or https://…"}
        error={error ?? refused}
        onChange={(event) => {
          setRefused(null);
          onChange(event.currentTarget.value);
        }}
      />
      <div className="banner-actions">
        <Upload
          path="/upload/image"
          part="image"
          accept="image/*"
          what="picture"
          name={props.name}
          onStored={({ url }) => onChange(url)}
          onRefused={setRefused}
        />
        {props.value !== "" && (
          <Button variant="subtle" onClick={() => onChange("")}>
            Remove picture
          </Button>
        )}
      </div>
    </div>
  );
}
