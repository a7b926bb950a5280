import type { ComponentProps } from "react";
import { PICTURE_FORMATS } from "@/api/formats";
import { uploadImage } from "@/api/upload";
import { Address } from "./Address";

/** The address of a picture. */
export function ImageAddress({
  description,
  ...props
}: Omit<ComponentProps<typeof Address>, "kind" | "upload" | "remove">) {
  return (
    <Address
      {...props}
      description={description ?? `${PICTURE_FORMATS}, or the address of a picture.`}
      kind="image"
      upload={{ store: uploadImage, accept: "image/*", what: "picture" }}
      remove="Remove picture"
    />
  );
}
