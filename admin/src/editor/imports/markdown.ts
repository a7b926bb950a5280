import { MAX_FORMULA } from "@academy/shared/limits";
import { tooLong } from "@academy/shared/text/length";
import { Marked, type RendererThis, type TokenizerAndRendererExtension, type Tokens } from "marked";
import { escapeText } from "../html/escape";

/*
 * marked reads CommonMark and GitHub's tables without other packages, and gives HTML, which goes the way of all that is
 * pasted; @lexical/markdown knows neither tables nor footnotes, and makes nodes of its own.
 */

interface Note extends Tokens.Generic {
  name: string;
}

/**
 * The HTML of a Markdown text: GitHub's Markdown with callouts, footnotes and formulas. The server reads the same
 * (shared/src/test/markdown.json).
 */
export function htmlOfMarkdown(text: string): string {
  const notes = new Map<string, Note>();
  let inNote = false;
  const definition: TokenizerAndRendererExtension = {
    name: "definition",
    level: "block",
    start: (source) => source.search(/\n\[\^/),
    tokenizer(source) {
      const found =
        /^\[\^([^\]\s]{1,60})\]:[ \t]+(.*(?:\n(?:[ \t]{2,}.+|(?:[ \t]*\n)+ {4}.+|(?![ \t]*\n|\[\^|[#>`|-]).+))*)(?:\n|$)/.exec(
          source,
        );
      if (!found) return undefined;
      const [raw, name = "", words = ""] = found;
      const token: Note = {
        type: "definition",
        raw,
        name,
        tokens: this.lexer.inline(words.replace(/\n\s*\n\s*/g, " ").replace(/\n[ \t]+/g, "\n")),
      };
      if (!notes.has(name)) notes.set(name, token);
      return token;
    },
    renderer: () => "",
  };
  const reference: TokenizerAndRendererExtension = {
    name: "reference",
    level: "inline",
    start: (source) => source.indexOf("[^"),
    tokenizer(source) {
      const [raw, name] = /^\[\^([^\]\s]{1,60})\]/.exec(source) ?? [];
      return raw === undefined ? undefined : { type: "reference", raw, name };
    },
    renderer(token) {
      const note = notes.get(token.name);
      // No footnote is in another one.
      if (!note || inNote) return escapeText(token.raw);
      inNote = true;
      const words = this.parser.parseInline(note.tokens ?? []);
      inNote = false;
      return `<span class="footnote" role="note">${words}</span>`;
    },
  };
  const marked = new Marked({
    gfm: true,
    extensions: [definition, reference, apart, within],
    renderer: { code, checkbox, blockquote },
  });
  return marked.parse(text, { async: false });
}

/** A formula, by what begins and ends it. */
const formulaOf = (type: string, found: RegExpExecArray | null): Tokens.Generic | undefined => {
  const latex = found?.[1]?.trim() ?? "";
  return found && latex !== "" && !tooLong(latex, MAX_FORMULA) ? { type, raw: found[0], latex } : undefined;
};

const apart: TokenizerAndRendererExtension = {
  name: "apart",
  level: "block",
  start: (source) => source.search(/\n(\$\$|\\\[)/),
  tokenizer: (source) =>
    formulaOf(
      "apart",
      /^\$\$([^$]+)\$\$[ \t]*(?:\n|$)/.exec(source) ?? /^\\\[((?:[^\\]|\\[^\]])+)\\\][ \t]*(?:\n|$)/.exec(source),
    ),
  renderer: ({ latex }) => markup("div", latex),
};

const within: TokenizerAndRendererExtension = {
  name: "within",
  level: "inline",
  start: (source) => source.match(/\$|\\\(/)?.index,
  // An amount of money is followed by a digit, or has a space before its dollar.
  tokenizer: (source) =>
    formulaOf(
      "within",
      /^\$\$([^$\n]+)\$\$/.exec(source) ??
        /^\$(?!\s)((?:[^$\\\n]|\\.)+?)(?<!\s)\$(?!\d)/.exec(source) ??
        /^\\\(((?:[^\\\n]|\\[^)])+)\\\)/.exec(source),
    ),
  renderer: ({ latex }) => markup("span", latex),
};

const markup = (tag: string, latex: string) =>
  `<${tag} class="formula" data-formula="${escapeText(latex).replaceAll('"', "&quot;")}">${escapeText(latex)}</${tag}>`;

function code({ text, lang }: Tokens.Code): string {
  const language = /^[a-z][a-z0-9+#.-]{0,29}(?=\s|$)/.exec(lang?.toLowerCase() ?? "")?.[0];
  return `<pre class="ql-syntax"${language ? ` data-language="${language}"` : ""}>${escapeText(text)}</pre>`;
}

const checkbox = ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ ");

const KINDS: Readonly<Record<string, string>> = {
  note: "note",
  tip: "tip",
  important: "exam",
  warning: "warning",
  caution: "warning",
};

/** A quote, or a callout where it begins with `[!NOTE]` or its like. */
function blockquote(this: Pick<RendererThis, "parser">, { tokens }: Tokens.Blockquote): string {
  const [first] = tokens;
  const kind = first?.type === "paragraph" ? CALLOUT.exec(first.raw)?.[1] : undefined;
  const html = this.parser.parse(tokens);
  const words = html.replace(/^<p>\[!\w+\]\s*(?:<br>\s*)?(?:<\/p>\s*)?/, (mark) =>
    mark.includes("</p>") ? "" : "<p>",
  );
  if (kind === undefined || words === "") return `<blockquote>${html}</blockquote>`;
  return `<aside class="callout callout-${KINDS[kind.toLowerCase()]}">${words}</aside>`;
}

const CALLOUT = /^\s*\[!(note|tip|important|warning|caution)\]/i;
