import { expect, it } from "vitest";

import { $misplacedHeadings } from "./outline";
import { open } from "./testEditor";

function advice(html: string): string[] {
  const editor = open(html);
  return editor.read(() => $misplacedHeadings().map(({ words, advice }) => `${words} ${advice}`));
}

it.each<[string, string, string[]]>([
  ["headings in order", "<h2>a</h2><h3>b</h3><h4>c</h4><h2>d</h2><h3>e</h3>", []],
  ["no headings", "<p>a</p>", []],
  [
    "a level left out",
    "<h2>a</h2><p>x</p><h4>b <em>c</em></h4><h5>d</h5>",
    ["b c is Heading 4 right below Heading 2. Make it Heading 3."],
  ],
  ["a deep first heading", "<h3>a</h3>", ["a is Heading 3 right below the title. Make it Heading 2."]],
  [
    "a second title",
    "<h1>a</h1><h3>b</h3>",
    ["a is Heading 1, as the title is. Make it Heading 2.", "b is Heading 3 right below Heading 1. Make it Heading 2."],
  ],
  ["headings without words", "<h2>a</h2><h4><br></h4><h3>b</h3>", []],
])("%s", (_name, html, expected) => expect(advice(html)).toEqual(expected));
