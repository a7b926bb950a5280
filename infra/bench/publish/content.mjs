// Content of any size: the academy's own seed with generated articles in place of its own.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const words =
  "revision syllabus mains prelims answer practice notes polity economy geography history ethics current affairs test series analysis mentor reading schedule confidence accuracy question constitution district river monsoon budget census".split(
    " ",
  );

// A small generator of its own: the same bytes on every machine and in every run.
function random(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** About 6 KB of article HTML: headings, paragraphs with bold words, a list. */
export function body(number, size = 6_000) {
  const next = random(number * 2_654_435_761);
  const sentence = (count) => {
    const text = Array.from({ length: count }, () => words[Math.floor(next() * words.length)]).join(" ");
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  };
  let html = "";
  for (let section = 1; html.length < size; section++) {
    html += `<h2>Part ${section} of article ${number}</h2>`;
    for (let i = 0; i < 3; i++) html += `<p>${sentence(18)} <strong>${sentence(4)}</strong> ${sentence(26)}</p>`;
    html += `<ul><li>${sentence(7)}</li><li>${sentence(9)}</li></ul>`;
  }
  return html;
}

const FORMULAS = [
  String.raw`\frac{1}{3}`,
  String.raw`\sqrt{a^2+b^2}`,
  String.raw`\sum_{i=1}^{n} i = \frac{n(n+1)}{2}`,
  String.raw`\ce{2H2 + O2 -> 2H2O}`,
  String.raw`\int_0^1 x^2\,dx`,
  String.raw`\begin{pmatrix}a&b\\c&d\end{pmatrix}`,
];

/** An article as teachers write it: text with 30 formulas, 5 tables of 6 rows and 12 pictures with captions. */
export function formattedBody(number) {
  const parts = body(number, 12_000).split(/(?=<h2>|<p>|<ul>)/);
  const formula = (i) => {
    const source = FORMULAS[i % FORMULAS.length].replaceAll("&", "&amp;");
    const tag = i % 3 ? "span" : "div";
    const html = `<${tag} class="formula" data-formula="${source}">${source}</${tag}>`;
    return i % 3 ? `<p>That is ${html} of all.</p>` : html;
  };
  const table = (i) => {
    const row = (j) => `<tr><th scope="row">District ${j}</th><td>${i * j}</td><td>${i + j}</td><td>a river</td></tr>`;
    const head = ["District", "Rain", "Census", "Geography"].map((name) => `<th scope="col">${name}</th>`).join("");
    const rows = [1, 2, 3, 4, 5].map(row).join("");
    const caption = `<caption>Table ${i}</caption>`;
    return `<figure class="table"><table>${caption}<thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></figure>`;
  };
  const picture = (i) => {
    const img = `<img src="/media/images/p${i}_1200x800_480_960.png" alt="Map ${i}">`;
    const caption = `<figcaption>Map ${i} <cite>Survey</cite></figcaption>`;
    return `<figure class="picture picture-full">${img}${caption}</figure>`;
  };
  const more = [
    ...Array.from({ length: 30 }, (_, i) => formula(i)),
    ...Array.from({ length: 5 }, (_, i) => table(i + 1)),
    ...Array.from({ length: 12 }, (_, i) => picture(i + 1)),
  ];
  return parts.flatMap((part, i) => [part, ...more.filter((_, j) => j % parts.length === i)]).join("");
}

/** A plain article as long as the one with formats. */
export const plainBody = (number) => body(number, formattedBody(number).length);

export const slug = (number) => `bench-article-${number}`;

const newest = Date.UTC(2026, 0, 1);

/** What is said of an article besides its text. */
export const frontMatter = (number) => ({
  slug: slug(number),
  title: `Bench article ${number}`,
  excerpt: `What article ${number} is about, in one line.`,
  category: ["Study Method", "Polity", "Current Affairs", "PSI"][number % 4],
  tags: ["bench", `group-${number % 50}`],
  author: "Adhva Academy",
  status: "published",
  publish_date: new Date(newest - number * 3_600_000).toISOString(),
  banner_image: "",
});

/** Writes a seed folder with `count` articles to `target`; the lower its number, the newer an article is. */
export function writeSeed(seed, target, count, text = body) {
  cpSync(seed, target, { recursive: true, filter: (file) => !file.startsWith(path.join(seed, "articles")) });
  const folder = path.join(target, "articles");
  mkdirSync(folder, { recursive: true });
  for (let number = 1; number <= count; number++) {
    writeFileSync(path.join(folder, `${slug(number)}.json`), JSON.stringify(frontMatter(number)));
    writeFileSync(path.join(folder, `${slug(number)}.html`), text(number));
  }
}
