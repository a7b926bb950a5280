import imported from "@academy/shared/test/imported.json";
import sanitised from "@academy/shared/test/sanitised.json";
import { createEditor } from "lexical";
import { describe, expect, it } from "vitest";
import { canonicalStyle, parseCss } from "./closedList";
import { documentHtml, loadDocument } from "./document";
import { FEATURES, NODES } from "./features";

// One rule for both sides: what the server stores, the editor reads and writes back. `make generate` writes both files.

/** A character in a line, or a thing such as a picture, with its marks. */
interface Shown {
  what: string;
  marks: string;
}

type Marks = Readonly<Record<string, string>>;

const WORDS = new Set("STRONG B EM I U S SUB SUP CODE BR SPAN A IMG".split(" "));
const SPELLINGS: Readonly<Record<string, string>> = { b: "strong", i: "em" };
const CLASSES: Readonly<Record<string, string>> = {
  size: "font-size",
  font: "font-family",
  color: "color",
  bg: "background-color",
};

/** The meaning of HTML, whichever way marks, white space and attributes are spelt. */
function meaning(html: string): string {
  return contentOf(new DOMParser().parseFromString(html, "text/html").body, {});
}

function contentOf(parent: Element, marks: Marks): string {
  if (parent.tagName === "PRE") return JSON.stringify(parent.textContent);
  let content = "";
  let line: Shown[] = [];
  const flush = () => {
    content += lineOf(line);
    line = [];
  };
  const visit = (node: Node, around: Marks) => {
    if (!(node instanceof Element)) {
      line.push(...[...(node.textContent ?? "")].map((what) => ({ what, marks: JSON.stringify(around) })));
    } else if (node.matches("img, .formula, .footnote") || (node.matches(".ql-tab") && /^\t+$/.test(node.innerHTML))) {
      line.push({ what: elementOf(node), marks: around.link ?? "" });
    } else if (node.tagName === "BR") {
      line.push({ what: "\n", marks: "" });
    } else if (WORDS.has(node.tagName)) {
      const inner = marksOf(node, around);
      for (const child of node.childNodes) visit(child, inner);
    } else {
      flush();
      content += elementOf(node);
    }
  };
  for (const child of parent.childNodes) visit(child, marks);
  flush();
  return content;
}

function elementOf(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const);
  const told = new Map(attributes.filter(([name]) => name !== "rel" && name !== "class"));
  if (element.tagName === "IMG" && !told.has("alt")) told.set("alt", "");
  const names = [...element.classList].sort().join(".");
  const tag = `${element.tagName.toLowerCase()}.${names}${JSON.stringify([...told].sort())}`;
  return `<${tag}>${contentOf(element, {})}</>`;
}

function marksOf(element: Element, around: Marks): Marks {
  const style = { ...parseCss(element.getAttribute("style") ?? "") };
  for (const name of element.classList) {
    const [, kind = "", value = ""] = /^ql-(size|font|color|bg)-(\w+)$/.exec(name) ?? [];
    if (CLASSES[kind]) style[CLASSES[kind]] = value;
  }
  const inner = { ...around, ...style, ...canonicalStyle(style) };
  const tag = element.tagName.toLowerCase();
  if (tag === "a" && element.hasAttribute("href")) {
    inner.link = `${element.getAttribute("href")} ${element.getAttribute("target")}`;
  } else if (!/^(a|span)$/.test(tag)) inner[SPELLINGS[tag] ?? tag] = "";
  return Object.fromEntries(Object.entries(inner).sort());
}

/** A line without the white space, and without the line break at its end, that no browser shows. */
function lineOf(line: readonly Shown[]): string {
  const kept: Shown[] = [];
  for (const each of line) {
    if (/^[ \t\r\n\f]$/.test(each.what) && !(each.what === "\n" && each.marks === "")) {
      if (kept.length > 0 && !/^[ \n]$/.test(kept.at(-1)?.what ?? "")) kept.push({ ...each, what: " " });
      continue;
    }
    if (each.what === "\n" && kept.at(-1)?.what === " ") kept.pop();
    kept.push(each);
  }
  if (kept.at(-1)?.what === " ") kept.pop();
  if (kept.length > 1 && kept.at(-1)?.what === "\n") kept.pop();
  let text = "";
  kept.forEach(({ what, marks }, index) => {
    if (marks !== (kept[index - 1]?.marks ?? "")) text += `{${marks}}`;
    text += what === "\n" ? "↵" : what.replace("\u00a0", " ");
  });
  return text;
}

const editor = createEditor({ nodes: NODES });
for (const feature of FEATURES) feature.register?.(editor, FEATURES);

/** The stored form of HTML that was opened. */
function through(html: string): string {
  loadDocument(editor, html);
  return documentHtml(editor);
}

/** Documents in parts of ten. */
const inTens = (documents: readonly string[]) =>
  documents.flatMap((_, index) => (index % 10 === 0 ? [[index, documents.slice(index, index + 10)] as const] : []));

describe.each([
  ["random", sanitised],
  ["imported", imported],
])("%s documents go through the editor unchanged", (_name, documents) => {
  it.each(inTens(documents))("from number %i", (_from, some) => {
    const changed = some.flatMap((stored) => {
      const written = through(stored);
      return meaning(written) === meaning(stored) && through(written) === written ? [] : [{ stored, written }];
    });
    expect(changed).toEqual([]);
  });
});
