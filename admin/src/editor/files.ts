import { FILE_TYPES } from "@academy/shared/limits";
import { sizeOf } from "@academy/shared/text/size";
import { PICTURE_FORMATS } from "@/api/formats";
import { uploadDocument, uploadImage } from "@/api/upload";
import { kindOf } from "@/media/kinds";

/** Whether a file is sent as a picture. */
export const isPicture = (file: File) => kindOf(file) === "image";

/** The end of a file's name, in small letters. */
export const endingOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** Whether a file is put into a text to be saved from it. */
export const isDocument = ({ name }: File) => Object.hasOwn(FILE_TYPES, endingOf(name));

/** The call that stores a picture or a document of a text. */
export const uploadOf = (file: File) => (isDocument(file) ? uploadDocument : uploadImage);

/** A size in words: "47 KB", "2.4 MB". */
export const sizeInWords = (bytes: number) => Object.values(sizeOf(bytes)).join(" ");

/** Why a file is not put into a text, and what to do. */
export function refusalOf(file: File): string {
  const { name } = file;
  if (kindOf(file) === "video") {
    return `${name} is a video. Upload it in the tab Videos, or add a link to YouTube or Vimeo with the tool Video.`;
  }
  const documents = Object.keys(FILE_TYPES).join(", ").toUpperCase();
  const kinds = `pictures (${PICTURE_FORMATS}) and files (${documents})`;
  return `${name} is no picture. The text takes ${kinds}. Link to others instead.`;
}

/** The files of a paste that has nothing else to show: some systems add their names as text. */
export function filesOf(data: DataTransfer): File[] {
  const files = [...data.files];
  const names = new Set(files.map(({ name }) => name));
  const lines = data.getData("text/plain").split(/[\r\n]+/);
  const named = lines.every((line) => line.trim() === "" || names.has(line.trim().replace(/^.*[/\\]/, "")));
  return data.getData("text/html").trim() === "" && named ? files : [];
}
