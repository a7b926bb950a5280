import { MAX_FILE, textOfBytes, unpack } from "./archive";
import { type Converted, Unreadable } from "./converted";
import { htmlOfMarkdown } from "./markdown";

/** Reads a file of Word or Markdown. Fails with a sentence that says why it cannot be read. */
export async function readDocument(file: File): Promise<Converted> {
  if (file.size > MAX_FILE) throw new Unreadable(`It is larger than ${MAX_FILE >> 20} MiB.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw new Unreadable("It is empty.");
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase();
  const converted = await readAs(extension, bytes);
  return { ...converted, ...titleOf(converted) };
}

async function readAs(extension: string | undefined, bytes: Uint8Array): Promise<Converted> {
  switch (extension) {
    case "docx":
    case "docm":
      return (await import("./word")).readWord(bytes);
    case "md":
    case "markdown":
      return readMarkdown(bytes, new Map(), "");
    case "zip":
      return readZip(bytes);
    case "doc":
      throw new Unreadable("It is of Word 97 to 2003. Save it as .docx.");
    case "odt":
    case "rtf":
    case "pages":
      throw new Unreadable("Save it as .docx, which most programs can.");
    default:
      throw new Unreadable("Documents are taken as .docx, .md, or a .zip of a .md file with its pictures.");
  }
}

function readZip(bytes: Uint8Array): Converted {
  const { files, refused } = unpack(bytes);
  const texts = [...files.keys()].filter((name) => /\.(md|markdown)$/i.test(name));
  if (texts.length === 0) throw new Unreadable("There is no Markdown file (.md) in it.");
  // The outermost, and of several there the one that is called as such files are.
  const rank = (name: string) => name.split("/").length * 2 - (/(^|\/)(index|readme)\.[^/]*$/i.test(name) ? 1 : 0);
  const [main = "", ...others] = texts.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const converted = readMarkdown(files.get(main) ?? new Uint8Array(), files, main);
  const left = others.map((name) => `${name} was not taken: one text is taken at a time.`);
  return { ...converted, notes: [...refused, ...converted.notes, ...left] };
}

/** Reads Markdown, and from its folder the pictures that it names. */
function readMarkdown(bytes: Uint8Array, files: ReadonlyMap<string, Uint8Array>, path: string): Converted {
  const [, head = "", text = ""] =
    /^\ufeff?(?:---\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$))?(.*)$/s.exec(textOfBytes(bytes)) ?? [];
  const body = new DOMParser().parseFromString(htmlOfMarkdown(text), "text/html").body;
  const pictures = new Map<string, File>();
  const notes: string[] = [];
  for (const image of body.querySelectorAll("img")) {
    const src = image.getAttribute("src") ?? "";
    if (src === "" || /^([a-z][a-z\d+.-]*:|\/\/)/i.test(src)) continue;
    const name = resolve(src, path);
    const content = name === null ? undefined : files.get(name);
    if (name === null || content === undefined) {
      notes.push(
        `The picture ${src} was not taken: ${path === "" ? "import it with its text as a .zip." : "it is not in the .zip."}`,
      );
      image.remove();
      continue;
    }
    const key = `import:${name}`;
    image.setAttribute("src", key);
    if (!pictures.has(key))
      pictures.set(
        key,
        new File([content as Uint8Array<ArrayBuffer>], name.replace(/^.*\//, ""), { type: typeOf(name) }),
      );
  }
  const title = /^title:[ \t]*(?:"(.*)"|'(.*)'|(.*?))[ \t]*$/m.exec(head);
  return { body, pictures, title: (title?.[1] ?? title?.[2] ?? title?.[3] ?? "").trim(), notes };
}

/** The name in the archive of a file that a text there refers to; null when it would be outside. */
function resolve(src: string, path: string): string | null {
  const folder = path.split("/").slice(0, -1);
  for (const part of decoded(src.replace(/[?#].*$/, ""))
    .replaceAll("\\", "/")
    .split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") folder.push(part);
    else if (folder.pop() === undefined) return null;
  }
  return folder.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const TYPES: Readonly<Record<string, string>> = { jpg: "jpeg", svg: "svg+xml", ico: "x-icon" };

function typeOf(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return `image/${TYPES[extension] ?? extension}`;
}

/** The title: the heading that the text begins with, else what it says beside its text, else its first heading. */
function titleOf({ body, title }: Converted): Pick<Converted, "title" | "heading"> {
  const first = body.querySelector("h1, h2");
  const words = first?.textContent?.trim() ?? "";
  const heading = first !== null && first === body.firstElementChild && words !== "" ? { heading: first } : {};
  return { title: "heading" in heading ? words : title || words, ...heading };
}
