import { element } from "./element";

/** The figures of pages, and WordPress's captions from before there were figures. */
const FIGURES = "figure, .wp-caption";

/** Makes pictures with their captions of those on other pages. Figures of anything else give way to what is in them. */
export function makeFigures(body: Element) {
  for (const figure of body.querySelectorAll(FIGURES)) {
    if (figure.matches("figure.table") || !body.contains(figure)) continue;
    const own = figure.matches("figure.picture");
    const images = figure.querySelectorAll("img");
    const caption = figure.querySelector("figcaption, .wp-caption-text");
    const image = images[0];
    caption?.remove();
    // Pages have pictures for those without scripts beside the ones that load late.
    const one = image && new Set([...images].map((each) => each.getAttribute("src"))).size === 1;
    const words = figure.textContent?.trim() ?? "";
    if (!one || words !== "" || figure.querySelector("iframe, table, video")) {
      figure.replaceWith(...figure.childNodes, ...(caption ? [element("p", {}, ...caption.childNodes)] : []));
      continue;
    }
    const size = own ? (/picture-(half|wide)/.exec(figure.className)?.[0] ?? "picture-full") : "picture-full";
    const told = caption?.textContent?.trim() ? [...caption.childNodes] : [];
    const link = linkOf(figure, image);
    // As on the server, the link of a picture becomes that of its caption, unless this has links of its own.
    if (told.length === 0 ? !own || link : link && caption?.querySelector("a, .footnote")) {
      link?.replaceChildren(image);
      figure.replaceWith(element("p", {}, link ?? image), ...(told.length > 0 ? [element("p", {}, ...told)] : []));
      continue;
    }
    const made = element("figure", { class: `picture ${size}` }, image);
    link?.replaceChildren(...told);
    if (told.length > 0) made.append(element("figcaption", {}, ...(link ? [link] : told)));
    figure.replaceWith(made);
  }
  for (const picture of body.querySelectorAll("picture")) {
    picture.replaceWith(...picture.querySelectorAll("img"));
  }
}

/** The link that a picture is; none to the picture itself. */
function linkOf(figure: Element, image: Element): Element | null {
  const link = image.closest("a[href]");
  return link && figure.contains(link) && !/\.(avif|gif|jpe?g|png|webp)([?#]|$)/i.test(link.getAttribute("href") ?? "")
    ? link
    : null;
}

/** Makes questions of what pages open and close. */
export function makeQuestions(body: Element) {
  for (const details of body.querySelectorAll("details")) {
    const summary = details.querySelector(":scope > summary");
    // No question is in another one.
    if (!summary?.textContent?.trim() || details.parentElement?.closest("details")) {
      details.replaceWith(...(summary ? [element("p", {}, ...summary.childNodes)] : []), ...withoutSummary(details));
      continue;
    }
    details.removeAttribute("open");
    details.className = "question";
    summary.replaceChildren(...[...summary.childNodes].flatMap(inline));
    details.prepend(summary);
  }
}

const withoutSummary = (details: Element) => [...details.childNodes].filter((node) => node.nodeName !== "SUMMARY");

/** The content of a block, for a place where only words stand. */
const inline = (node: Node): Node[] =>
  /^(P|DIV|H\d|SECTION)$/.test(node.nodeName) ? [...node.childNodes].flatMap(inline) : [node];
