import { PICTURE_FORMATS } from "@/api/upload";

const PICTURE_NAME = /\.(avif|bmp|gif|hei[cf]|ico|jpe?g|jxl|png|svg|tiff?|webp)$/i;
const VIDEO_NAME = /\.(avi|m4v|mkv|mov|mp4|webm|wmv)$/i;

/** Whether a file is sent as a picture. Browsers give rare formats no type: HEIC on Windows, for example. */
export const isPicture = ({ type, name }: File) => type.startsWith("image/") || PICTURE_NAME.test(name);

/** Why a file that is no picture is not put into a text, and what to do. */
export function refusalOf({ type, name }: File): string {
  if (type.startsWith("video/") || VIDEO_NAME.test(name)) {
    return `${name} is a video. Upload it in the tab Videos, or add a link to YouTube or Vimeo with the tool Video.`;
  }
  return `${name} is no picture. The text takes pictures only: ${PICTURE_FORMATS}. Link to other files instead.`;
}

/** The files of a paste that has nothing else to show: some systems add their names as text. */
export function filesOf(data: DataTransfer): File[] {
  const files = [...data.files];
  const names = new Set(files.map(({ name }) => name));
  const lines = data.getData("text/plain").split(/[\r\n]+/);
  const named = lines.every((line) => line.trim() === "" || names.has(line.trim().replace(/^.*[/\\]/, "")));
  return data.getData("text/html").trim() === "" && named ? files : [];
}
