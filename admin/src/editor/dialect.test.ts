import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { documentHtml } from "./document";
import { cleanPastedHtml } from "./html/clean";
import { htmlOfMarkdown } from "./imports/markdown";
import { open } from "./testEditor";

// The server reads the same cases: cms-api/internal/operate/convert/dialect_test.go.
const file = path.resolve(import.meta.dirname, "../../../shared/src/test/markdown.json");
const cases: [name: string, markdown: string, stored: string][] = JSON.parse(readFileSync(file, "utf8"));

it.each(cases)("reads Markdown as the server does: %s", (_name, markdown, stored) => {
  const pasted = cleanPastedHtml(htmlOfMarkdown(markdown)).body.innerHTML;
  // Links that are pasted open in a new tab, as those that the editor makes.
  const saved = documentHtml(open(pasted)).replaceAll(' target="_blank" rel="noreferrer noopener"', "");
  expect(saved).toBe(documentHtml(open(stored)));
});
