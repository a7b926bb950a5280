import { type Format, formats } from "@academy/shared/test/sample";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { $getRoot, $getSelection, $isRangeSelection } from "lexical";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { install } from "@/test/browser";
import { documentHtml } from "./document";
import { ImageNode } from "./ImageNode";
import { act as edit, open, paste, press, type } from "./testEditor";
import { button, change, editorOf, select, show, tool } from "./testScreen";
// Pasting Markdown fetches this code: loaded with the test, it comes at once.
import "./imports/markdown";

// Each format by each way in, and what is stored of it. How each looks on the site, on paper and without scripts is in
// infra/e2e/tests/site/formats.test.ts.

beforeAll(install);

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

interface Proof {
  /** The name in the toolbar and in the listbox *Insert*; what follows makes of it the whole. */
  name: string;
  complete?: (screen: Awaited<ReturnType<typeof show>>) => Promise<void>;
  /** The stored HTML. */
  made: string;
  /** Typed keys, `⏎` for Enter, and the HTML that they make, where the format has such a shortcut. */
  typed?: [string, string];
  /** Pasted Markdown, and the HTML that it makes. */
  markdown: [string, string];
  /** HTML of a page elsewhere, and what it makes; null where no other page has such a thing. */
  elsewhere: [string, string] | null;
}

const formula = (tag: string, latex: string) => `<${tag} class="formula" data-formula="${latex}">${latex}</${tag}>`;
const note = '<span class="footnote" role="note">b</span>';
const th = '<th scope="col"></th>';
const table = (head: string, body: string) =>
  `<figure class="table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></figure>`;
const small = table('<th scope="col">a</th><th scope="col">b</th>', "<tr><td>c</td><td>d</td></tr>");
const picture = (name: string, size: string, caption = "") =>
  `<figure class="picture picture-full"><img src="/media/${name}" alt=""${size}>${caption}</figure>`;
const captioned = picture("1.png", "", "<figcaption>a <cite>b</cite></figcaption>");
const two = `<div class="pictures">${picture("1.png", "")}${picture("2.png", "")}</div>`;
const paper = '<p class="file"><a href="/media/a.pdf" download="a.pdf" data-bytes="4">a.pdf</a></p>';
const question = '<details class="question"><summary>a</summary><p>b</p></details>';

const write = async (latex: string) =>
  fireEvent.change(await screen.findByRole("textbox", { name: "LaTeX" }), { target: { value: latex } });
const size = ' width="4" height="3"';

/** The files of the library: the dialog of the tools asks for them. */
const shelved = (id: string, kind: string, name: string) => ({
  id,
  kind,
  name,
  url: `/media/${name}`,
  alt: "",
  bytes: 4,
});
const shelvedPicture = (id: string) => ({ ...shelved(id, "image", `${id}.png`), width: 4, height: 3 });
const LIBRARY: Readonly<Record<string, object[]>> = {
  image: [shelvedPicture("1"), shelvedPicture("2")],
  file: [shelved("3", "file", "a.pdf")],
};
const choose = async (name: RegExp) => user.click(await screen.findByRole("option", { name }));
beforeEach(() => {
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const found = LIBRARY[new URL(url).searchParams.get("kind") ?? ""] ?? [];
    return new Response(JSON.stringify(found), {
      headers: { "content-type": "application/json", "x-total-count": String(found.length) },
    });
  });
});

const PROOFS: Record<Format, Proof> = {
  table: {
    name: "Table",
    made: table(th.repeat(3), `<tr>${"<td></td>".repeat(3)}</tr>`.repeat(2)),
    markdown: ["| a | b |\n|---|---|\n| c | d |\n\n**e**", `${small}<p><strong>e</strong></p>`],
    elsewhere: ["<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>", small],
  },
  "formula in a line": {
    name: "Formula",
    complete: async () => {
      await write("x^2");
      await user.click(await button("Insert"));
    },
    made: `<p>${formula("span", "x^2")}</p>`,
    typed: ["so $x$", `<p>so ${formula("span", "x")}</p>`],
    markdown: ["so $x$ is **a**", `<p>so ${formula("span", "x")} is <strong>a</strong></p>`],
    elsewhere: [
      '<p>so <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math></p>',
      `<p>so ${formula("span", "x")}</p>`,
    ],
  },
  "formula set apart": {
    name: "Formula",
    complete: async () => {
      await write("x^2");
      await user.selectOptions(screen.getByRole("combobox", { name: "Place" }), "Set apart, on a line of its own");
      await user.click(await button("Insert"));
    },
    made: formula("div", "x^2"),
    markdown: ["**a**\n\n$$\nx\n$$", `<p><strong>a</strong></p>${formula("div", "x")}`],
    elsewhere: [
      '<p>so</p><math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math>',
      `<p>so</p>${formula("div", "x")}`,
    ],
  },
  callout: {
    name: "Callout",
    made: '<aside class="callout callout-note"><p><br></p></aside>',
    markdown: ["> [!TIP]\n> a **b**", '<aside class="callout callout-tip"><p>a <strong>b</strong></p></aside>'],
    elsewhere: null,
  },
  question: {
    name: "Question",
    made: '<details class="question"><summary></summary><p><br></p></details>',
    markdown: [`${question}\n\n**c** *d*`, `${question}<p><strong>c</strong> <em>d</em></p>`],
    elsewhere: ["<details open><summary>a</summary>b</details>", question],
  },
  figure: {
    name: "Image",
    complete: async ({ editor, html }) => {
      await choose(/^1\.png/);
      await user.click(await button("Decorative"));
      await waitFor(() => expect(html()).toContain("<img"));
      await select(editor, ImageNode);
      await user.click(await button("Add caption"));
      await change(await editorOf("Caption"), () => $getRoot().selectEnd().insertText("a"));
      await user.type(screen.getByRole("textbox", { name: "Credit" }), "b");
      await user.click(await button("Save"));
    },
    made: picture("1.png", size, "<figcaption>a <cite>b</cite></figcaption>"),
    markdown: [`${captioned}\n\n**c** *d*`, `${captioned}<p><strong>c</strong> <em>d</em></p>`],
    elsewhere: [
      '<figure><img src="/media/1.png" alt=""><figcaption>a</figcaption></figure>',
      picture("1.png", "", "<figcaption>a</figcaption>"),
    ],
  },
  "two pictures": {
    name: "Two pictures",
    complete: async () => {
      for (const name of [/^1\.png/, /^2\.png/]) {
        await choose(name);
        await user.click(await button("Decorative"));
      }
    },
    made: `<div class="pictures">${picture("1.png", size)}${picture("2.png", size)}</div>`,
    markdown: [`${two}\n\n**c** *d*`, `${two}<p><strong>c</strong> <em>d</em></p>`],
    elsewhere: null,
  },
  file: {
    name: "File",
    complete: () => choose(/^a\.pdf/),
    made: paper,
    markdown: [`${paper}\n\n**c** *d*`, `${paper}<p><strong>c</strong> <em>d</em></p>`],
    elsewhere: null,
  },
  footnote: {
    name: "Footnote",
    complete: async () => {
      await change(await editorOf("Note"), () => $getRoot().selectEnd().insertText("b"));
      await user.click(await button("Insert"));
    },
    made: `<p>${note}</p>`,
    markdown: ["**a**[^1]\n\n[^1]: b", `<p><strong>a</strong>${note}</p>`],
    elsewhere: [
      '<p>a<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p><div id="ftn1"><p><a href="#_ftnref1">[1]</a> b</p></div>',
      `<p>a${note}</p>`,
    ],
  },
  divider: {
    name: "Divider",
    made: "<hr>",
    typed: ["---", "<hr>"],
    markdown: ["**a**\n\n---\n\n*b*", "<p><strong>a</strong></p><hr><p><em>b</em></p>"],
    elsewhere: ["a<hr>b", "<p>a</p><hr><p>b</p>"],
  },
  code: {
    name: "Code Block",
    complete: async () => {
      await user.selectOptions(await screen.findByRole("combobox", { name: "Language of the code" }), "Python");
    },
    made: '<pre class="ql-syntax" data-language="python"></pre>',
    typed: ["```go⏎a", '<pre class="ql-syntax" data-language="go">a</pre>'],
    markdown: ["```go\na\n```\n\n**b**", '<pre class="ql-syntax" data-language="go">a</pre><p><strong>b</strong></p>'],
    elsewhere: ["<pre><code>a\nb</code></pre>", '<pre class="ql-syntax">a\nb</pre>'],
  },
};

/** Whether HTML has the format in the form that is stored; empty ones and those without a language count. */
const has = (format: Format, html: string) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  return page.querySelector(format === "code" ? "pre.ql-syntax" : formats[format]) !== null;
};

/** Without the empty paragraph in which the writer goes on. */
const content = (html: string) => html.replace(/^<p><br><\/p>|<p>(<br>|\u200b)?<\/p>$/g, "");

/** Has what is stored be read by another editor, which stores the same again. */
function readBack(format: Format, html: string) {
  expect(has(format, html)).toBe(true);
  expect(documentHtml(open(html))).toBe(html);
}

const store = async (file: File) =>
  file.name.endsWith("png") ? { url: `/media/${file.name}`, width: 4, height: 3 } : { url: `/media/${file.name}` };

describe.each(Object.entries(PROOFS) as [Format, Proof][])("%s", (format, proof) => {
  it("is made by the toolbar", async () => {
    const shown = await show("", store);
    await user.click(tool(proof.name));
    await proof.complete?.(shown);
    await waitFor(() => expect(content(shown.html())).toBe(proof.made));
    readBack(format, shown.html());
  });

  it("is made by a slash", async () => {
    const shown = await show("", store);
    for (const letter of `/${proof.name}`) {
      await change(shown.editor, () => {
        const selection = $getSelection();
        if ($isRangeSelection(selection)) selection.insertText(letter);
      });
    }
    await screen.findByRole("option", { name: proof.name });
    await act(async () => fireEvent.keyDown(shown.root, { key: "Enter", code: "Enter" }));
    await proof.complete?.(shown);
    await waitFor(() => expect(content(shown.html())).toBe(proof.made));
    readBack(format, shown.html());
  });

  it.each(proof.typed ? [proof.typed] : [])("is made by what is typed: %s", async (letters, made) => {
    const editor = open("");
    edit(editor, () => $getRoot().selectEnd());
    for (const part of letters.split(/(⏎)/)) {
      if (part === "⏎") press(editor, "Enter");
      else await type(editor, part);
    }
    expect(content(documentHtml(editor))).toBe(made);
    readBack(format, documentHtml(editor));
  });

  it("is made by Markdown that is pasted", async () => {
    const editor = open("");
    const [text, made] = proof.markdown;
    paste(editor, { "text/plain": text });
    await vi.waitFor(() => expect(documentHtml(editor)).toBe(made));
    readBack(format, made);
  });

  it("is made by HTML that is pasted, of this site and of others", () => {
    for (const [html, made] of [[proof.markdown[1], proof.markdown[1]], proof.elsewhere ?? []]) {
      if (html === undefined || made === undefined) continue;
      const editor = open("");
      paste(editor, { "text/html": html });
      expect(content(documentHtml(editor))).toBe(made);
      readBack(format, made);
    }
  });
});
