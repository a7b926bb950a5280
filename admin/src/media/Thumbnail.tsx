import { pictureOf } from "@academy/shared/picture";
import { IconFileText, IconMovie, IconPlayerPlayFilled } from "@tabler/icons-react";
import type { Media } from "@/api/types";
import { positionOf, typeWords } from "./words";
import "./thumbnail.css";

interface Props {
  media: Pick<Media, "kind" | "url" | "poster" | "focus">;
  /** The width at which it is shown, as in the attribute `sizes`. */
  sizes: string;
}

/** A file of the library, small: its name stands beside it. */
export function Thumbnail({ media, sizes }: Props) {
  const { kind, url, poster, focus } = media;
  const src = kind === "video" ? poster : url;
  if (kind === "file" || src === "") {
    const Icon = kind === "video" ? IconMovie : IconFileText;
    return (
      <span className="thumbnail" data-kind={kind} aria-hidden="true">
        <Icon size="36%" stroke={1.25} />
        {kind === "file" && <span className="thumbnail-type">{typeWords(media)}</span>}
      </span>
    );
  }
  const { srcSet } = pictureOf(src);
  return (
    <span className="thumbnail" data-kind={kind}>
      <img
        src={src}
        srcSet={srcSet}
        sizes={srcSet && sizes}
        alt=""
        loading="lazy"
        decoding="async"
        style={{ objectPosition: positionOf(focus) }}
      />
      {kind === "video" && (
        <span className="thumbnail-play" aria-hidden="true">
          <IconPlayerPlayFilled size="50%" />
        </span>
      )}
    </span>
  );
}
