import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";

interface Props {
  label: string;
  name: string;
  value: string;
}

/** A text to take elsewhere, in one click; selected for copying by hand where the browser forbids that. */
export function CopyField({ label, name, value }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid("Copied.");
    } catch {
      field.current?.select();
      setSaid(`The browser does not let this page copy. The ${label.toLowerCase()} is selected: copy it with Ctrl+C.`);
    }
  };

  return (
    <>
      <div className="copy-field">
        <TextInput
          ref={field}
          label={label}
          name={name}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button data-autofocus onClick={copy}>
          Copy
        </Button>
      </div>
      <p className="form-state" role="status">
        {said}
      </p>
    </>
  );
}
