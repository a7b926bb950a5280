import { pictureOf } from "@academy/shared/picture";
import type { ComponentProps } from "react";
import { copiesOf, focusOf } from "@/lib/picture";
import type { Image } from "@/model/field";

type Props = { image: Image; sizes: string; first?: boolean } & Omit<ComponentProps<"img">, "src" | "alt" | "srcSet">;

/**
 * A picture that an editor has chosen, with its description and what stays in sight where it is cut. `first`: a first
 * screen may show it, so that it is fetched before others.
 */
export function Picture({ image, sizes, first, ...rest }: Props) {
  const { url, alt } = image;
  const { width, height } = pictureOf(url);
  return (
    <img
      src={url}
      alt={alt}
      {...copiesOf(url, sizes)}
      width={width}
      height={height}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding="async"
      style={focusOf(image.focus)}
      {...rest}
    />
  );
}
