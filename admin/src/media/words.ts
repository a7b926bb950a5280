import { sizeOf } from "@academy/shared/text/size";
import type { Media } from "@/api/types";

export type Focus = Exclude<Media["focus"], null>;

/** Crops keep the middle of a picture in sight unless it has a focal point. */
const MIDDLE: Focus = { x: 0.5, y: 0.5 };

const percent = (part: number) => Math.round(part * 100);

/** A focal point as CSS has the position of a picture that is cropped. */
export const positionOf = (focus: Focus | null): string => {
  const { x, y } = focus ?? MIDDLE;
  return `${percent(x)}% ${percent(y)}%`;
};

/** A focal point in words. */
export const focusWords = (focus: Focus | null): string => {
  const { x, y } = focus ?? MIDDLE;
  return `${percent(x)} % from the left, ${percent(y)} % from the top`;
};

const TYPES: Readonly<Record<string, string>> = { JPG: "JPEG", WEBP: "WebP", WEBM: "WebM", TXT: "Text" };

/** "JPEG", "MP4", "PDF": what the ending of the address calls the type. */
export function typeWords({ url }: Pick<Media, "url">): string {
  const ending = /\.([a-z0-9]+)$/i.exec(url)?.[1]?.toUpperCase() ?? "";
  return TYPES[ending] ?? ending;
}

/** "1,200 × 800", or "" where there is nothing to see. */
export const extentWords = ({ width, height }: Partial<Pick<Media, "width" | "height">>): string =>
  width && height ? `${width.toLocaleString("en-IN")} × ${height.toLocaleString("en-IN")}` : "";

/** "240 KB", "1.2 MB". */
export function bytesWords(bytes: number): string {
  const { size, unit } = sizeOf(bytes);
  return `${size} ${unit}`;
}

/** The length of a video as players show it: "0:07", "1:02:30"; "" for none. */
export function lengthWords(seconds: number | undefined): string {
  if (!seconds) return "";
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const pad = (value: number) => `${value}`.padStart(2, "0");
  const end = pad(whole % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${end}` : `${minutes}:${end}`;
}

/** The facts of a file, for one line. */
export const summaryOf = (media: Media): string =>
  [typeWords(media), extentWords(media), lengthWords(media.duration), bytesWords(media.bytes)]
    .filter(Boolean)
    .join(" · ");
