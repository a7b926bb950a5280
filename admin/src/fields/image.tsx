import { NumberInput, TextInput } from "@mantine/core";
import type { MouseEvent } from "react";
import { type FieldProps, labels } from "./field";
import { ImageAddress } from "./ImageAddress";

interface Image {
  url: string;
  alt: string;
  /** The point that stays in sight where the picture is cut, in per cent from the top left. */
  focus?: { x: number; y: number } | null;
}

const isShown = (url: string) => /^(https?:|\/)/.test(url);
const percent = (part: number, whole: number) => Math.round(Math.min(1, Math.max(0, part / whole)) * 100);

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
  const point = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    set({ focus: { x: percent(event.clientX - left, width), y: percent(event.clientY - top, height) } });
  };
  const coordinate = (axis: "x" | "y", text: string) => (
    <NumberInput
      label={text}
      name={`${name}.focus.${axis}`}
      suffix=" %"
      min={0}
      max={100}
      w="9rem"
      placeholder="50 %"
      value={image.focus?.[axis] ?? ""}
      onChange={(at) =>
        set({ focus: typeof at === "number" ? { ...(image.focus ?? { x: 50, y: 50 }), [axis]: at } : null })
      }
    />
  );
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
          <div className="picture-focus">
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the two fields beside it say the same */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
            <span className="picture-preview" onClick={point}>
              <img src={image.url} alt="" />
              {image.focus && <i style={{ left: `${image.focus.x}%`, top: `${image.focus.y}%` }} />}
            </span>
            <div>
              <p className="form-hint">Click the part that must stay visible when the picture is cropped.</p>
              <div className="row-actions">
                {coordinate("x", "From the left")}
                {coordinate("y", "From the top")}
              </div>
            </div>
          </div>
        </>
      )}
    </fieldset>
  );
}
