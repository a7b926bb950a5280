import { TextInput } from "@mantine/core";
import { FocalPoint } from "@/media/FocalPoint";
import { type FieldProps, labels } from "./field";
import { ImageAddress } from "./ImageAddress";

interface Image {
  url: string;
  alt: string;
  /** The point that stays in sight where the picture is cut, in per cent from the top left. */
  focus?: { x: number; y: number } | null;
}

const isShown = (url: string) => /^(https?:|\/)/.test(url);

/** A picture: chosen, uploaded, or an address that is typed; what it shows, in words; and where it may not be cut. */
export function ImageField(props: FieldProps<Image | null>) {
  const { name, value, onChange, errors, field } = props;
  const { error, description, label } = labels(props);
  const image = value ?? { url: "", alt: "" };
  const standard = (field.default as Image | null | undefined)?.url;
  const set = (change: Partial<Image>) => {
    const next = { ...image, ...change };
    onChange(next.url === "" ? undefined : next);
  };
  return (
    <fieldset className="picture-field">
      <legend>{label}</legend>
      <ImageAddress
        label="Address"
        name={name}
        description={description}
        placeholder={standard}
        value={image.url}
        error={error ?? errors[`${name}.url`]}
        describes
        onChange={(url, media) => set({ url, focus: null, alt: media ? media.alt : image.alt })}
      />
      {isShown(image.url) && (
        <>
          <TextInput
            label="Description (alt text)"
            name={`${name}.alt`}
            dir="auto"
            description="Read aloud to people who cannot see it. Leave empty for decoration."
            value={image.alt}
            error={errors[`${name}.alt`]}
            onChange={(event) => set({ alt: event.currentTarget.value })}
          />
          <FocalPoint src={image.url} value={image.focus ?? null} onChange={(focus) => set({ focus })} />
        </>
      )}
    </fieldset>
  );
}
