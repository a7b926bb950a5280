import { Button, TextInput } from "@mantine/core";
import { type ComponentProps, type ReactNode, useState } from "react";
import type { Media } from "@/api/types";
import { ChooseButton } from "@/media/ChooseButton";
import type { Kind } from "@/media/kinds";
import { Upload } from "./Upload";
import "./address.css";

interface Props {
  label: ReactNode;
  name: string;
  description?: ReactNode;
  placeholder?: string;
  withAsterisk?: boolean;
  value: string;
  error?: ReactNode;
  /** Told what the library knows of it, where it is known. */
  onChange: (address: string, media?: Media) => void;
  /** The kind of files that the library offers for it. */
  kind: Kind;
  /** A picture of the library without a description is described first. */
  describes?: boolean;
  upload: Pick<ComponentProps<typeof Upload>, "store" | "accept" | "what" | "label" | "begins"> & { name?: string };
  /** The action that takes the address away. */
  remove?: string;
  /** Why the last file was refused, where others know of it; otherwise the field itself does. */
  refusal?: { reason: string | undefined; tell: (reason: string | undefined) => void };
  /** A preview of it, shown below. */
  children?: ReactNode;
}

/** The address of a file: typed, chosen from the library, or made by an upload. */
export function Address({ error, onChange, kind, describes, upload, remove, refusal, children, ...props }: Props) {
  const [reason, tell] = useState<string>();
  const refused = refusal ?? { reason, tell };
  return (
    <div className="address">
      <TextInput
        placeholder="/media/… or https://…"
        {...props}
        error={error ?? refused.reason}
        onChange={(event) => {
          refused.tell(undefined);
          onChange(event.currentTarget.value);
        }}
      />
      <div className="address-actions">
        <ChooseButton
          kind={kind}
          describes={describes}
          of={typeof props.label === "string" ? props.label : props.name}
          onChoose={(media) => {
            refused.tell(undefined);
            onChange(media.url, media);
          }}
        />
        <Upload
          name={`${props.name}_upload`}
          {...upload}
          onStored={({ url, media }) => onChange(url, media)}
          onRefused={refused.tell}
        />
        {remove && props.value !== "" && (
          <Button variant="subtle" onClick={() => onChange("")}>
            {remove}
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}
