import type { ComponentProps } from "react";
import { PICTURE_FORMATS } from "@/api/formats";
import { Address } from "./Address";

type Props = Omit<ComponentProps<typeof Address>, "kind" | "remove">;

/** The address of a picture. */
export const ImageAddress = ({ description, ...props }: Props) => (
  <Address
    {...props}
    description={description ?? `${PICTURE_FORMATS}, or the address of a picture.`}
    kind="image"
    remove="Remove picture"
  />
);
