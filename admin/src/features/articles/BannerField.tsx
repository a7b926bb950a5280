import { Button, FileButton, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { PICTURE_FORMATS } from "@/api/upload";
import type { Uploads } from "./useUploads";

interface Props {
  value: string;
  error?: string;
  uploads: Uploads;
  onChange: (address: string) => void;
}

/** The picture above an article: uploaded, or an address that is typed. */
export function BannerField({ value, error, uploads, onChange }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);

  const pick = async (file: File | null) => {
    if (!file) return;
    abort.current = new AbortController();
    setPercent(0);
    try {
      const options = { onProgress: setPercent, signal: abort.current.signal };
      onChange((await uploads.store("banner_image", file, options)).url);
    } catch {
      // Already told; the address stays as it was.
    } finally {
      setPercent(null);
    }
  };

  return (
    <div className="banner">
      <TextInput
        label="Banner image"
        name="banner_image"
        placeholder="/media/… or https://…"
        value={value}
        description={`${PICTURE_FORMATS}, or the address of a picture.`}
        error={error ?? uploads.refused.banner_image}
        onChange={(event) => {
          uploads.forget("banner_image");
          onChange(event.currentTarget.value);
        }}
      />
      <div className="banner-actions">
        {percent === null ? (
          <FileButton
            onChange={pick}
            accept="image/*"
            inputProps={{ name: "banner_file", "aria-label": "Banner image file" }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                Upload image
              </Button>
            )}
          </FileButton>
        ) : (
          <Button variant="default" onClick={() => abort.current?.abort()}>
            {percent} % · Cancel
          </Button>
        )}
        {value !== "" && (
          <Button variant="subtle" onClick={() => onChange("")}>
            Remove
          </Button>
        )}
      </div>
      {/^(https?:|\/)/.test(value) && <img className="banner-image" src={value} alt="" />}
    </div>
  );
}
