import { Checkbox, ColorInput, TextInput } from "@mantine/core";
import type { Ref } from "react";
import { bind } from "@/ui/bind";
import { type LinkForm, PLATFORMS } from "./calls";

interface Props {
  form: LinkForm;
  /** What the server refused, by field. */
  errors: Readonly<Record<string, string>>;
  onChange: (form: LinkForm) => void;
  first?: Ref<HTMLInputElement>;
}

export function LinkFields({ form, errors, onChange, first }: Props) {
  const set = (change: Partial<LinkForm>) => onChange({ ...form, ...change });
  const field = bind(form, errors, set);
  return (
    <>
      <TextInput
        ref={first}
        label="URL"
        type="text"
        inputMode="url"
        placeholder="https://"
        className="social-url"
        {...field("url")}
      />
      <ColorInput
        label="Color"
        format="hex"
        withEyeDropper={false}
        swatches={PLATFORMS.map(({ color }) => color)}
        swatchesPerRow={8}
        {...field("color")}
        onChange={(color) => set({ color })}
      />
      <TextInput label="Order" inputMode="numeric" className="figures social-order" {...field("order_index")} />
      <Checkbox
        label="Active"
        name="active"
        className="social-active"
        checked={form.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
    </>
  );
}
