import { Button, FileButton, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { messageOf } from "@/api/errors";
import { uploadImage } from "@/api/upload";
import { toast } from "@/components/toasts";

interface Props {
  value: string;
  error?: string;
  onChange: (address: string) => void;
}

/** The picture above an article: uploaded, or an address that is typed. */
export function BannerField({ value, error, onChange }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);

  const pick = async (file: File | null) => {
    if (!file) return;
    abort.current = new AbortController();
    setPercent(0);
    setRefused(null);
    try {
      const { url } = await uploadImage(file, { onProgress: setPercent, signal: abort.current.signal });
      onChange(url);
    } catch (cause) {
      if (abort.current.signal.aborted) return;
      setRefused(messageOf(cause));
      toast.error("Failed to upload image");
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
        error={error ?? refused}
        onChange={(event) => {
          setRefused(null);
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
