import { pictureOf } from "@academy/shared/picture";
import { IconFileText, IconMovie } from "@tabler/icons-react";
import type { Media } from "@/api/types";
import { positionOf } from "./words";
import "./thumbnail.css";

interface Props {
  media: Pick<Media, "kind" | "url" | "focus" | "type" | "name">;
  /** How wide it is shown, as in the attribute of a picture. */
  sizes: string;
}

/** A file of the library, small: its name stands beside it. */
export function Thumbnail({ media, sizes }: Props) {
  const { kind, url, focus } = media;
  if (kind !== "image") {
    const Icon = kind === "video" ? IconMovie : IconFileText;
    return (
      <span className="thumbnail" data-kind={kind}>
        <Icon size="40%" stroke={1.25} aria-hidden="true" />
      </span>
    );
  }
  const { srcSet } = pictureOf(url);
  return (
    <span className="thumbnail" data-kind={kind}>
      <img
        src={url}
        srcSet={srcSet}
        sizes={srcSet && sizes}
        alt=""
        loading="lazy"
        decoding="async"
        style={{ objectPosition: positionOf(focus) }}
      />
    </span>
  );
}
