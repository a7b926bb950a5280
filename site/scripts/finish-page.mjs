// Next writes for its own client; these pages have none. What is known of it goes.
const NEXT = [
  // Chunks, and what has browsers fetch them early.
  /<link rel="preload" as="script"[^>]*>/g,
  /<script src="\/_next\/[^"]+"[^>]*><\/script>/g,
  // The page once more, as data.
  /<script>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((?:(?!<\/script>).)*\)<\/script>/gs,
  /<script id="_R_">\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((?:(?!<\/script>).)*<\/script>/gs,
  // For its own way with fonts: a connection to where the page comes from, and a mark.
  /<link rel="preconnect" href="\/" crossorigin=""\/>/g,
  /<meta name="next-size-adjust" content=""\/>/g,
  // Where its metadata would stream to, and the bounds of what it would replace.
  /<div hidden=""><!--\$--><!--\/\$--><\/div>/g,
  /<!--\/?\$-->/g,
];

/** Scripts that may stay: those that the layout and pages have by intention, and what is no program. */
const OURS = /^<script (?:data-early=""|type="(?:application\/ld\+json|speculationrules)")>/;

/** The props of an island, as React writes them. */
const PROPS = /(?<=<is-land data-island="\w+" data-props=)"([^"]*)"/g;

/**
 * Takes out of a page what is Next's own, its scripts and its payload, and puts the props of islands, which are JSON,
 * into the quotes that JSON does not use. Throws when something of Next's is left, or the page has not the shape that is
 * known.
 *
 * @param {string} html A page as Next writes it.
 * @returns {string} The same for the same page.
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
