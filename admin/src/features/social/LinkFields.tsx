import { Checkbox, ColorInput, TextInput } from "@mantine/core";
import type { Ref } from "react";
import { PLATFORMS } from "./calls";

/** The fields as they are typed; the order is text until it is saved. */
export interface LinkForm {
  url: string;
  color: string;
  order_index: string;
  active: boolean;
}

interface Props {
  form: LinkForm;
  onChange: (form: LinkForm) => void;
  first?: Ref<HTMLInputElement>;
}

export function LinkFields({ form, onChange, first }: Props) {
  return (
    <>
      <TextInput
        ref={first}
        label="URL"
        name="url"
        type="text"
        inputMode="url"
        placeholder="https://"
        className="social-url"
        value={form.url}
        onChange={(event) => onChange({ ...form, url: event.currentTarget.value })}
      />
      <ColorInput
        label="Color"
        name="color"
        format="hex"
        withEyeDropper={false}
        swatches={PLATFORMS.map(({ color }) => color)}
        swatchesPerRow={8}
        value={form.color}
        onChange={(color) => onChange({ ...form, color })}
      />
      <TextInput
        label="Order"
        name="order_index"
        inputMode="numeric"
        className="figures social-order"
        value={form.order_index}
        onChange={(event) => onChange({ ...form, order_index: event.currentTarget.value })}
      />
      <Checkbox
        label="Active"
        name="active"
        className="social-active"
        checked={form.active}
        onChange={(event) => onChange({ ...form, active: event.currentTarget.checked })}
      />
    </>
  );
}
