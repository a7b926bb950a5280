import { strFromU8, unzipSync } from "fflate";
import { Unreadable } from "./converted";

// fflate unpacks in a tenth of the code that mammoth brings for itself, and says how large a file is before it does.

/** The limits of a file that is imported. */
export const MAX_FILE = 50 << 20;
const MAX_UNPACKED = 200 << 20;
const MAX_ENTRY = 50 << 20;
const MAX_ENTRIES = 5000;

interface Archive {
  files: Map<string, Uint8Array>;
  /** A sentence for each file that was not taken. */
  refused: string[];
}

/** Unpacks a zip, but for names that leave its folder and for more than the limits. */
export function unpack(bytes: Uint8Array): Archive {
  const refused: string[] = [];
  let total = 0;
  let entries = 0;
  const isTaken = (name: string, size: number): boolean => {
    if (name.endsWith("/")) return false;
    // Systems put these beside the files.
    if (/(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/i.test(name)) return false;
    const reason = leavesFolder(name)
      ? "its name leads out of the folder"
      : size > MAX_ENTRY
        ? `it is larger than ${MAX_ENTRY >> 20} MiB`
        : total + size > MAX_UNPACKED || entries >= MAX_ENTRIES
          ? `the whole is more than ${MAX_UNPACKED >> 20} MiB or ${MAX_ENTRIES} files`
          : null;
    if (reason) refused.push(`${name} was not taken: ${reason}.`);
    else {
      total += size;
      entries++;
    }
    return reason === null;
  };
  try {
    const unpacked = unzipSync(bytes, { filter: ({ name, originalSize }) => isTaken(name, originalSize) });
    return { files: new Map(Object.entries(unpacked)), refused };
  } catch {
    throw new Unreadable("It is damaged, or no zip. Save or pack it again.");
  }
}

const leavesFolder = (name: string) => /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i.test(name);

/** A text in UTF-8, or what systems wrote before it. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
    return strFromU8(bytes, true);
  }
}
