import libheifScript from "libheif-js/libheif-wasm/libheif.js?url";
import libheifBinary from "libheif-js/libheif-wasm/libheif.wasm?url";
import { decode, decodeImage, toRGBA8 } from "utif2";

// Reads pictures that browsers do not, in a worker of its own: its policy allows WebAssembly, that of the page does not.

/** The answer: the picture in a format of the web; null when it cannot be read. */
export interface Converted {
  blob: Blob | null;
}

interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(into: Pixels, done: (shown: Pixels | null) => void): void;
}

interface Libheif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

// The types of workers exclude those of pages in one program.
declare const libheif: (options: { wasmBinary: ArrayBuffer }) => Libheif;
declare function importScripts(address: string): void;

self.onmessage = async ({ data: { file, format } }: MessageEvent<{ file: File; format: "heic" | "tiff" }>) => {
  const answer = (blob: Blob | null) => postMessage({ blob } satisfies Converted);
  try {
    const bytes = await file.arrayBuffer();
    answer(await (format === "heic" ? readHeic(bytes) : readTiff(bytes)));
  } catch {
    answer(null);
  }
};

async function readHeic(bytes: ArrayBuffer): Promise<Blob> {
  importScripts(libheifScript);
  const { HeifDecoder } = libheif({ wasmBinary: await (await fetch(libheifBinary)).arrayBuffer() });
  const images = new HeifDecoder().decode(new Uint8Array(bytes));
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) throw new Error("no picture");
  const [width, height] = [image.get_width(), image.get_height()];
  const pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  await new Promise<void>((resolve, reject) =>
    image.display(pixels, (shown) => (shown ? resolve() : reject(new Error("not decoded")))),
  );
  return encode(pixels, isWide(bytes) ? "display-p3" : "srgb");
}

/** Whether the picture names Apple's Display P3 as its colour space: its profile comes before the pixels. */
function isWide(bytes: ArrayBuffer): boolean {
  const head = new TextDecoder("latin1").decode(bytes.slice(0, 1 << 16));
  return head.includes("Display P3") || head.includes("\0D\0i\0s\0p\0l\0a\0y\0 \0P\x003");
}

async function readTiff(bytes: ArrayBuffer): Promise<Blob> {
  const [page] = decode(bytes);
  if (!page) throw new Error("no picture");
  decodeImage(bytes, page);
  const { width, height } = page;
  const data = new Uint8ClampedArray(toRGBA8(page));
  if (!width || data.length !== width * height * 4) throw new Error("not decoded");
  const [orientation = 1] = (page.t274 as number[] | undefined) ?? [];
  return encode({ width, height, data }, "srgb", orientation);
}

/** The first two columns of the matrix that turns a picture upright, by its tag Orientation. */
const TURNS: Readonly<Record<number, readonly [number, number, number, number]>> = {
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
};

/** Writes pixels as JPEG, or as PNG where one can see through them; in sRGB, which every browser shows alike. */
async function encode(pixels: Pixels, colorSpace: PredefinedColorSpace, orientation = 1): Promise<Blob> {
  const { width, height, data } = pixels;
  const flat = new OffscreenCanvas(width, height);
  flat.getContext("2d")?.putImageData(new ImageData(data, width, height, { colorSpace }), 0, 0);
  const type = isOpaque(data) ? "image/jpeg" : "image/png";
  const turn = TURNS[orientation];
  if (!turn) return flat.convertToBlob({ type, quality: 0.92 });
  const [a, b, c, d] = turn;
  const upright = orientation > 4 ? new OffscreenCanvas(height, width) : new OffscreenCanvas(width, height);
  const context = upright.getContext("2d");
  const shift = (x: number, y: number) => (x + y < 0 ? 1 : 0);
  context?.setTransform(a, b, c, d, shift(a, c) * upright.width, shift(b, d) * upright.height);
  context?.drawImage(flat, 0, 0);
  return upright.convertToBlob({ type, quality: 0.92 });
}

function isOpaque(data: Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  return true;
}
