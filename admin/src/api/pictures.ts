/** Pictures that the server does not take; a browser may be able to read them. */
const FOREIGN = /[/.](avif|hei[cf])$/i;
const HEIC = /[/.]hei[cf]$/i;

const HOW_TO_EXPORT =
  "This is a HEIC picture, which most browsers cannot show. Export it as JPEG: on a Mac with Preview, File, Export; " +
  "on an iPhone choose Settings, Camera, Formats, Most Compatible before taking it.";

/** The file as the server takes it: pictures in rare formats become WebP where the browser can read them. */
export async function storable(file: File): Promise<File> {
  const is = (format: RegExp) => format.test(file.type) || format.test(file.name);
  if (!is(FOREIGN)) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) {
    if (is(HEIC)) throw new Error(HOW_TO_EXPORT);
    return file;
  }
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  const converted = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
  return new File([converted], file.name, { type: converted.type });
}
