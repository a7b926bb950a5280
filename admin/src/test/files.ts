/** The text of a file with its byte order mark, which a Blob's own `text` leaves out; jsdom's has none. */
export async function textOf(file: Blob | undefined): Promise<string> {
  if (!file) throw new Error("there is no file");
  const bytes = await new Promise<ArrayBuffer>((resolve) => {
    if ("arrayBuffer" in file) return resolve(file.arrayBuffer());
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(file);
  });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array(bytes));
}

/** A file as a picker gives it: jsdom's has no `arrayBuffer`. */
export const fileOf = (name: string, bytes: Uint8Array) =>
  Object.assign(new File([bytes as Uint8Array<ArrayBuffer>], name), { arrayBuffer: async () => bytes.slice().buffer });
