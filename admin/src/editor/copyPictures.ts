import { $isElementNode, createCommand, type LexicalCommand, type LexicalEditor, type LexicalNode } from "lexical";
import { isFleeting } from "./fleeting";
import { $allPictures, $imageOf, $isImageNode, $setImageFile, type ImageNode } from "./ImageNode";
import type { UploadImage } from "./uploads";

/** Stores the pictures at addresses that do not last, and shows what was stored instead. */
export const COPY_PICTURES: LexicalCommand<readonly string[]> = createCommand("copy pictures");

/** The addresses among pasted nodes whose pictures are to be copied, each once. */
export function $addressesToCopy(nodes: readonly LexicalNode[]): string[] {
  const images = nodes.flatMap((node) => $descendants(node)).filter($isImageNode);
  return [...new Set(images.map((node) => $imageOf(node).src))].filter(
    (src) => src.startsWith("data:") || isFleeting(src),
  );
}

/**
 * Stores the picture at an address, wherever the text shows it. One in the address itself that is refused is taken out
 * of the text, since nothing could be saved with it; one of another host stays, and is marked in the form.
 */
export async function copyPicture(editor: LexicalEditor, address: string, upload: UploadImage): Promise<void> {
  const $each = (change: (node: ImageNode) => void) =>
    editor.update(() =>
      $allPictures()
        .filter((node) => $imageOf(node).src === address)
        .forEach(change),
    );
  try {
    const stored = await upload(address.startsWith("data:") ? fileOf(address) : await fetchFile(address));
    $each((node) => $setImageFile(node, stored));
  } catch (error) {
    if (address.startsWith("data:")) $each((node) => node.remove());
    throw error;
  }
}

/** How long a host has to answer. */
const TIMEOUT_MS = 30_000;

async function fetchFile(address: string): Promise<File> {
  const answer = await fetch(address, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const type = answer.headers.get("content-type") ?? "";
  if (!answer.ok || !type.startsWith("image/")) throw new Error(`no picture at ${address}`);
  return new File([await answer.arrayBuffer()], NAME, { type });
}

/** The name of a picture without one in messages. */
const NAME = "Pasted picture";

/** The file in a data: address; empty, which the server refuses with a reason, when the address is damaged. */
function fileOf(address: string): File {
  const [, type = "", encoding, data = ""] = /^data:([^;,]*)[^,]*?(;base64)?,(.*)$/is.exec(address) ?? [];
  return new File([encoding ? bytesOf(data) : decodeURIComponent(data)], NAME, { type });
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function $descendants(node: LexicalNode): LexicalNode[] {
  return $isElementNode(node) ? node.getChildren().flatMap($descendants) : [node];
}
