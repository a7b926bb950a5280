import type { ComponentProps } from "react";
import { copiesOf, focusOf, pictureOf } from "@/lib/picture";
import type { Image } from "@/model/field";

type Props = { image: Image; sizes: string } & Omit<ComponentProps<"img">, "src" | "alt" | "srcSet">;

/** A picture that an editor has chosen, with its description and what stays in sight where it is cut. */
export function Picture({ image, sizes, ...rest }: Props) {
  const { url, alt } = image;
  const { width, height } = pictureOf(url);
  return (
    <img
      src={url}
      alt={alt}
      {...copiesOf(url, sizes)}
      width={width}
      height={height}
      decoding="async"
      style={focusOf(image)}
      {...rest}
    />
  );
}
