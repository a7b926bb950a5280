/** The constructs of Markdown, as far as plain text rarely has them. Each is bounded, so that none takes long. */
const SIGNS = [
  /^ {0,3}#{1,6} \S/gm,
  /^\s{0,12}[-*+] \S/gm,
  /^\s{0,12}\d{1,3}[.)] \S/gm,
  /^ {0,3}> \S/gm,
  /^ {0,3}(```|~~~)/gm,
  /^ {0,3}\|?[ ]*:?-{3,}:?[ ]*(\|[ ]*:?-{3,}:?[ ]*)+\|?[ ]*$/gm,
  /^ {0,3}(-{3}|\*{3}|_{3})\s*$/gm,
  /(\*\*|__)(?=\S)[^*_\n]{1,300}\1/g,
  /(?<![*\w\\])\*(?=[^\s*])[^*\n]{1,300}\*(?![*\w])/g,
  /~~(?=\S)[^~\n]{1,300}~~/g,
  /!?\[[^[\]\n]{1,300}\]\([^()\s]{1,500}\)/g,
  /(?<!`)`[^`\n]{1,300}`(?!`)/g,
  /\$\$[^$]{1,2000}\$\$|(?<![\w$])\$(?=[^\s$])[^$\n]{1,300}\$(?![\d$])/g,
  /\[\^[^\]\s]{1,60}\]/g,
];

/** Lines of a program: in many languages `#` begins a comment, and `*` multiplies. */
const CODE = /[;{}]\s*$|^\s*(import|from|def|class|function|const|let|var|return|public|#include)\b.*[\w)"';:>]\s*$/;

/** The longest text that is looked at. */
const MAX_LENGTH = 1_000_000;

/** Whether a plain text is written in Markdown: it has two constructs at least, and is no program. */
export function looksLikeMarkdown(text: string): boolean {
  if (text.length > MAX_LENGTH || countSigns(text) < 2) return false;
  const lines = text
    .replace(/^ {0,3}(```|~~~).*?^ {0,3}\1/gms, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.filter((line) => CODE.test(line)).length <= 0.3 * lines.length;
}

function countSigns(text: string): number {
  let count = 0;
  for (const sign of SIGNS) {
    for (const _ of text.matchAll(sign)) if (++count === 2) return count;
  }
  return count;
}
