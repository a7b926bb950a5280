import { FILE_ENDINGS } from "@academy/shared/limits";
import { PICTURE_FORMATS, VIDEO_FORMATS } from "@/api/formats";
import type { Media } from "@/api/types";

export type Kind = Media["kind"];

const PICTURE_NAME = /\.(avif|bmp|gif|hei[cf]|ico|jpe?g|jxl|png|svg|tiff?|webp)$/i;
const VIDEO_NAME = /\.(avi|m4v|mkv|mov|mp4|webm|wmv)$/i;

/** The kind of a file. Browsers give rare formats no type: HEIC on Windows, for example. */
export function kindOf({ type, name }: File): Kind {
  if (type.startsWith("image/") || PICTURE_NAME.test(name)) return "image";
  return type.startsWith("video/") || VIDEO_NAME.test(name) ? "video" : "file";
}

/** The words for each kind, and the files of it that a picker offers. */
export const KINDS: Readonly<Record<Kind, { one: string; several: string; formats: string; accept: string }>> = {
  image: {
    one: "picture",
    several: "pictures",
    formats: `${PICTURE_FORMATS}; HEIC and TIFF are converted`,
    accept: "image/*,.heic,.heif,.tif,.tiff,.avif",
  },
  video: { one: "video", several: "videos", formats: VIDEO_FORMATS, accept: "video/*,.mkv" },
  file: {
    one: "file",
    several: "files",
    formats: "PDF, Word, Excel, PowerPoint, ZIP, text or CSV",
    accept: FILE_ENDINGS,
  },
};
