import { Button, TextInput } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import type { Media } from "@/api/types";
import { ChooseButton } from "@/media/ChooseButton";
import "./address.css";

interface Props extends Omit<ComponentProps<typeof ChooseButton>, "of" | "onChoose"> {
  label: ReactNode;
  name: string;
  description?: ReactNode;
  placeholder?: string;
  withAsterisk?: boolean;
  value: string;
  error?: ReactNode;
  /** Told what the library knows of it, where it is known. */
  onChange: (address: string, media?: Media) => void;
  /** The action that takes the address away. */
  remove?: string;
  /** A preview of it, shown below. */
  children?: ReactNode;
}

/** The address of a file: typed, or chosen from the library, to which the dialog adds. */
export function Address({ onChange, kind, describes, what, remove, children, ...props }: Props) {
  return (
    <div className="address">
      <TextInput
        placeholder="/media/… or https://…"
        {...props}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="address-actions">
        <ChooseButton
          kind={kind}
          describes={describes}
          what={what}
          of={typeof props.label === "string" ? props.label : props.name}
          onChoose={(media) => onChange(media.url, media)}
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
