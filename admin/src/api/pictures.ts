import type { Converted } from "./pictures.worker";

/** Pictures that the server does not take. */
const HEIC = /[/.]hei[cf]$/i;
const TIFF = /[/.]tiff?$/i;
const AVIF = /[/.]avif$/i;

const HOW_TO_EXPORT_HEIC =
  "This is a HEIC picture, and this browser could not read it. Export it as JPEG: on a Mac with Preview, File, Export; " +
  "on an iPhone choose Settings, Camera, Formats, Most Compatible before taking it.";
const HOW_TO_EXPORT_TIFF =
  "This is a TIFF picture, and this browser could not read it. " +
  "Open it in a program for pictures and export it as PNG or JPEG.";

/**
 * The file as the server takes it: a HEIC, TIFF or AVIF picture becomes one in a format of the web. Every other file
 * stays as it is. Fails with a sentence that says what to do.
 */
export async function storable(file: File): Promise<File> {
  const is = (format: RegExp) => format.test(file.type) || format.test(file.name);
  if (is(TIFF)) return converted(file, "tiff").catch(() => fail(HOW_TO_EXPORT_TIFF));
  if (is(HEIC))
    return native(file, "image/jpeg").catch(() => converted(file, "heic").catch(() => fail(HOW_TO_EXPORT_HEIC)));
  return is(AVIF) ? native(file, "image/webp").catch(() => file) : file;
}

/** Whether `storable` takes time: it converts the file. */
export const isForeign = ({ type, name }: File): boolean =>
  [HEIC, TIFF, AVIF].some((format) => format.test(type) || format.test(name));

function fail(words: string): never {
  throw new Error(words);
}

/** A picture that the browser itself can read. */
async function native(file: File, type: string): Promise<File> {
  const picture = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
  return named(file, await canvas.convertToBlob({ type, quality: 0.92 }));
}

/** A picture that a library reads, outside of the page's thread: a photo takes it a second or two. */
async function converted(file: File, format: "heic" | "tiff"): Promise<File> {
  const worker = new Worker(new URL("./pictures.worker.ts", import.meta.url));
  try {
    const { blob } = await new Promise<Converted>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Converted>) => resolve(data);
      worker.onerror = worker.onmessageerror = () => reject(new Error("the worker ended"));
      worker.postMessage({ file, format });
    });
    if (!blob) throw new Error("not read");
    return named(file, blob);
  } finally {
    worker.terminate();
  }
}

/** A conversion keeps the file's name and time: by these an upload that was cut is found again. */
function named({ name, lastModified }: File, blob: Blob): File {
  const ending = { "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp" }[blob.type] ?? "";
  return new File([blob], name.replace(/\.\w+$/, "") + ending, { type: blob.type, lastModified });
}
