import { JSDOM } from "jsdom";

// A window costs more than the pages that are read in it.
const dom = new JSDOM();

/** The document at an address as the server sends it, read and not run: without scripts, styles and pictures. */
export async function read(url: string): Promise<Document> {
  const answer = await fetch(url);
  const html = await answer.text();
  dom.reconfigure({ url });
  return new dom.window.DOMParser().parseFromString(html, "text/html");
}

/** The trimmed texts of what a selector finds. */
export const textsOf = (of: ParentNode, selector: string) =>
  [...of.querySelectorAll(selector)].map((one) => one.textContent?.trim());

/** The props that an island of a page was rendered with; null where it is not on the page. */
export function propsOf(page: Document, island: string) {
  const found = page.querySelector<HTMLElement>(`is-land[data-island="${island}"]`);
  return found && JSON.parse(found.dataset.props ?? "null");
}
