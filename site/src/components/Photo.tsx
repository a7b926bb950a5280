import { copiesOf, pictureOf } from "@/lib/picture";
import type { Image } from "@/model/field";

interface Props {
  image: Image;
  /** How wide it is shown, as the attribute `sizes` says it. */
  sizes: string;
  /** On the first screen: fetched at once. */
  eager?: boolean;
  className?: string;
}

/** A picture of the content in the copies that fit, cut around its focus. */
export function Photo({ image: { url, alt, focus }, sizes, eager, className }: Props) {
  const { width, height } = pictureOf(url);
  return (
    <img
      src={url}
      alt={alt}
      {...copiesOf(url, sizes)}
      width={width}
      height={height}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={className}
      style={focus ? { objectPosition: `${focus.x}% ${focus.y}%` } : undefined}
    />
  );
}
