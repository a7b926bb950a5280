import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

// Every word that is read or read out is declared as content: no other file says any.

const src = path.resolve(import.meta.dirname, "..");

/** Files that declare content. */
const declares = (file: string) => /(^|[/.])(model|fields)\.ts$/.test(file);

/** Attributes of elements and properties of objects that are read or read out. */
const spoken =
  /^(title|label|heading|lead|caption|description|alt|placeholder|aria-(label|description|valuetext|roledescription))$/;

/** A text that begins like a sentence or a title. */
const sentence = /^\p{Lu}[\p{L}’']*,? \p{L}/u;

const hasLetters = (text: string) => /\p{L}/u.test(text);

/** The texts that an expression can be, as far as they stand in it. */
function literals(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap(({ literal, expression }) => [literal.text, ...literals(expression)]),
    ];
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...literals(node.left), ...literals(node.right)];
  if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node))
    return node.expression ? literals(node.expression) : [];
  return [];
}

/** The words of a node itself. */
function words(node: ts.Node): string[] {
  if (ts.isJsxText(node)) return [node.text.trim()].filter(hasLetters);
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return literals(node).filter(hasLetters);
  if (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) {
    const value = node.initializer;
    return value && spoken.test(node.name.getText()) ? literals(value).filter(hasLetters) : [];
  }
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) return [node.text].filter((text) => sentence.test(text));
  return [];
}

function found(name: string, content: string): string[] {
  const source = ts.createSourceFile(name, content, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const all: string[] = [];
  const visit = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    for (const text of words(node)) all.push(`${name}:${line + 1}: ${text}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...new Set(all)];
}

test.each([
  ["<p>Read next</p>", "Read next"],
  ["<p>{done ? texts.done : `Sending…`}</p>", "Sending…"],
  [`<p>{\`Page \${page}\`}</p>`, "Page "],
  ['<a aria-label="Pages">{x}</a>', "Pages"],
  ['<img alt={big ? "A map" : ""} />', "A map"],
  ['<Card title="Topics" />', "Topics"],
  ['({ title: "Phone" })', "Phone"],
  ['notify("Message sent", "success")', "Message sent"],
])("%s says something", (code, text) => {
  expect(found("x.tsx", code)).toEqual([`x.tsx:1: ${text}`]);
});

test.each([
  '<p className="lead">{texts.lead}</p>',
  "<p aria-label={texts.label}>{count} / {total}</p>",
  '<path d="M0 0L1 1" />',
  'throw new Error("the inputs are missing")',
  '({ title: texts.title, type: "website" })',
])("%s says nothing", (code) => expect(found("x.tsx", code)).toEqual([]));

const folders = [
  "app",
  "components",
  "rich",
  ...["blog", "contact", "notify", "programmes", "psi", "resources", "videos"].map((name) => `features/${name}`),
];

test.each(folders)("no word stands in the code of %s", (folder) => {
  const files = readdirSync(path.join(src, folder), { recursive: true })
    .map((file) => path.posix.join(folder, String(file).split(path.sep).join("/")))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !declares(file));
  expect(files.flatMap((file) => found(file, readFileSync(path.join(src, file), "utf8")))).toEqual([]);
});
