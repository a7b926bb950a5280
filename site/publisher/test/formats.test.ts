import { sample } from "@academy/shared/test/sample";
// @ts-expect-error: it comes without types.
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { ContractCMS } from "./cms";
import { rendered } from "./pages";

// Every format on the pages that the publisher makes, of articles and of editors' pages alike.

const page = { description: "", image: "", updated_at: "2027-01-01T00:00:00Z" };
const text = (id: string) => ({ id, type: "text", anchor: id, values: { heading: id, text: sample } });

async function pages() {
  const cms = new ContractCMS();
  cms.write({ slug: "formats", title: "Formats", content: sample });
  cms.write({ slug: "plain", title: "Plain", content: "<p>Words.</p>" });
  cms.parts.pages = [{ ...page, id: "1", path: "/notes", title: "Notes", blocks: [text("first"), text("second")] }];
  const html = await rendered(cms, ["/blog/formats", "/blog/plain", "/notes"]);
  return Object.fromEntries([...html].map(([path, text]) => [path, new JSDOM(text).window.document])) as Record<
    string,
    Document
  >;
}

const count = (of: ParentNode | undefined, selector: string) => of?.querySelectorAll(selector).length;

test("an article and a text block show every format, and add no script to their pages", async () => {
  const { "/blog/formats": article, "/blog/plain": plain, "/notes": notes } = await pages();
  const proses = [...(article?.querySelectorAll(".prose") ?? []), ...(notes?.querySelectorAll(".prose") ?? [])];
  expect(proses.length).toBe(3);
  for (const prose of proses) {
    const counts = ["math", ".formula > code", "figure.table > [role=region]", ".stays", ".callout > .callout-name"];
    expect(counts.map((selector) => count(prose, selector))).toEqual([7, 1, 2, 4, 4]);
    const others = [
      ".question",
      ".picture img[srcset]",
      ".file-facts",
      ".footnotes li",
      "figure.code",
      "iframe[srcdoc]",
    ];
    expect(others.map((selector) => count(prose, selector))).toEqual([2, 5, 2, 3, 1, 1]);
    expect(count(prose, "iframe[src], [data-formula], is-land")).toBe(0);
  }
  // What is made here has an id of its own in each text of a page.
  const ids = [...(notes?.querySelectorAll("[id]") ?? [])].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const scripts = (of: Document | undefined) =>
    [...(of?.querySelectorAll("script:not([type='application/ld+json'])") ?? [])].map((script) => script.outerHTML);
  expect(scripts(article).length).toBeGreaterThan(0);
  expect(scripts(article)).toEqual(scripts(plain));
  const islands = (of: Document | undefined) =>
    [...(of?.querySelectorAll("is-land") ?? [])].map((island) => island.getAttribute("data-island"));
  expect(islands(article)).toEqual(islands(plain));
});
