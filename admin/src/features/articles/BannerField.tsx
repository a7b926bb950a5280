import { PICTURE_FORMATS } from "@/api/formats";
import { Address } from "@/fields/Address";
import type { Uploads } from "./useUploads";

interface Props {
  value: string;
  error?: string;
  uploads: Uploads;
  onChange: (address: string) => void;
}

/** The picture above an article: chosen, uploaded, or an address that is typed. */
export function BannerField({ uploads, ...props }: Props) {
  return (
    <Address
      {...props}
      label="Banner image"
      name="banner_image"
      description={`${PICTURE_FORMATS}, or the address of a picture.`}
      kind="image"
      upload={{
        store: uploads.store,
        accept: "image/*",
        what: "image",
        name: "banner_file",
        label: "Banner image file",
      }}
      remove="Remove"
      refusal={{
        reason: uploads.refused.banner_image,
        tell: (reason) => uploads.note("banner_image", reason),
      }}
    >
      {/^(https?:|\/)/.test(props.value) && <img className="banner-image" src={props.value} alt="" />}
    </Address>
  );
}
