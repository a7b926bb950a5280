import { Button, TextInput } from "@mantine/core";
import { type ComponentProps, type ReactNode, useState } from "react";
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
  onChange: (address: string) => void;
  upload: Pick<ComponentProps<typeof Upload>, "store" | "accept" | "what" | "label" | "begins"> & { name?: string };
  /** The action that takes the address away. */
  remove?: string;
  /** Why the last file was refused, where others know of it; otherwise the field itself does. */
  refusal?: { reason: string | undefined; tell: (reason: string | undefined) => void };
  /** A preview of it, shown below. */
  children?: ReactNode;
}

/** The address of a file: typed, or made by an upload. */
export function Address({ error, onChange, upload, remove, refusal, children, placeholder, ...props }: Props) {
  const [reason, tell] = useState<string>();
  const refused = refusal ?? { reason, tell };
  return (
    <div className="address">
      <TextInput
        {...props}
        placeholder={placeholder ?? "/media/… or https://…"}
        error={error ?? refused.reason}
        onChange={(event) => {
          refused.tell(undefined);
          onChange(event.currentTarget.value);
        }}
      />
      <div className="address-actions">
        <Upload
          name={`${props.name}_upload`}
          {...upload}
          onStored={({ url }) => onChange(url)}
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
