// What Next writes into a page for its own client, which these pages do not have.
const NEXT = [
  // Its scripts, and the hints to fetch them early.
  /<link rel="preload" as="script"[^>]*>/g,
  /<script src="\/_next\/[^"]+"[^>]*><\/script>/g,
  // Its payload: the page once more, as data.
  /<script>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((?:(?!<\/script>).)*\)<\/script>/gs,
  /<script id="_R_">\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((?:(?!<\/script>).)*<\/script>/gs,
  // Of its handling of fonts: a connection to the page's own origin, and a mark.
  /<link rel="preconnect" href="\/" crossorigin=""\/>/g,
  /<meta name="next-size-adjust" content=""\/>/g,
  // The place that metadata would be streamed to, and the bounds of Suspense.
  /<div hidden=""><!--\$--><!--\/\$--><\/div>/g,
  /<!--\/?\$-->/g,
];

/** The scripts that stay: our own, and data. */
const OURS = /^<script (?:data-early=""|type="(?:application\/ld\+json|speculationrules)")>/;

/** The props of an island, as React writes them. */
const PROPS = /(?<=<is-land data-island="\w+" data-props=)"([^"]*)"/g;

/**
 * Takes Next's scripts and payload out of a page, and puts the props of islands into single quotes, so that those of
 * JSON need no escapes. Throws when something of Next's is left, or the page does not have the known shape.
 *
 * @param {string} html A page as Next writes it.
 */
export function finishPage(html) {
  if (!/^<!DOCTYPE html>.*<\/body><\/html>$/s.test(html)) throw new Error("this is not a page as Next writes it");
  const page = NEXT.reduce((rest, part) => rest.replace(part, ""), html);
  for (const { index } of page.matchAll(/<script/g)) {
    if (!OURS.test(page.slice(index, index + 50))) {
      throw new Error(`Next's page has a script that nobody knows: ${page.slice(index, index + 100)}`);
    }
  }
  // What an article says is no tag: its `<` is written as `&lt;`.
  const left = /<link[^>]* as="script"|<template|<div hidden|<!--(?! -->)/.exec(page);
  if (left) throw new Error(`something of Next is left in its page: ${page.slice(left.index, left.index + 100)}`);
  return page.replace(PROPS, (_, props) => `'${props.replaceAll("&quot;", '"')}'`);
}
