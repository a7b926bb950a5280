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
  const src = { image: url, video: poster, file: "" }[kind];
  const { srcSet } = pictureOf(src);
  const Icon = kind === "video" ? IconMovie : IconFileText;
  return (
    <span className="thumbnail" data-kind={kind} aria-hidden={src === "" || undefined}>
      {src === "" ? (
        <Icon size="2.5rem" stroke={1.25} />
      ) : (
        <img
          src={src}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt=""
          loading="lazy"
          decoding="async"
          style={{ objectPosition: positionOf(focus) }}
        />
      )}
      {kind === "file" && typeWords(media)}
      {kind === "video" && src !== "" && (
        <span className="thumbnail-play" aria-hidden="true">
          <IconPlayerPlayFilled size="1rem" />
        </span>
      )}
    </span>
  );
}
