// The output and behaviour of Next that the site relies on and Next does not document. Each item says what fails if a
// version of Next differs.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const { version } = createRequire(import.meta.url)("next/package.json");

/**
 * Next serves the page for unknown addresses at this address, with status 404.
 * Fails then: every test that publishes.
 */
export const NOT_FOUND = "/_not-found";

/**
 * The names that Next gives the classes of CSS modules, as a pattern of lightningcss.
 * Fails then: the build (checkClasses in build-islands.mjs).
 */
export const CLASS_NAMES = /^16\.[0-3]\./.test(version) ? "[name]__[hash]__[local]" : "[hash]_[local]";

/**
 * Files of `.next` that say when and where a build was made, or that only debuggers and builds read.
 * Fails then: base.test.ts.
 */
export const UNNEEDED_IN_BUILD =
  /\/\.next\/(cache|dev|diagnostics|trace|types)(\/|$)|\/\.next\/(trace-build|required-server-files\.js)$|\.(map|nft\.json)$/;

/**
 * Replaces the folder of the sources and the keys of the preview mode, which the site does not have, in a copy of
 * `.next`. Fails then: base.test.ts.
 */
export function makeReproducible(folder, sources) {
  const key = Buffer.alloc(32).toString("base64");
  for (const name of ["required-server-files.json", "prerender-manifest.json", "server/preview-props.json"]) {
    const file = path.join(folder, name);
    if (!existsSync(file)) continue;
    const text = readFileSync(file, "utf8").replaceAll(sources, "/app");
    writeFileSync(file, text.replace(/("previewMode\w+":\s*)"[0-9a-f]+"/g, `$1"${key}"`));
  }
}

/** Files for Next's client in `_next/static`. Fails then: equality.test.ts. */
export const FOR_CLIENT = /(^|\/)(.*\.js|[0-9a-f]{16}(\/.*)?)$/;

/**
 * Files of an export that no page needs: pages that stand in for an empty list of parameters (see PLACEHOLDER in
 * src/app/load.ts), and what only Next's client would load: scripts, manifests, the data of pages (.txt).
 * Fails then: equality.test.ts.
 */
export const UNNEEDED_IN_EXPORT =
  /(^|\/)(-(\.html|\.txt)?|__next\..*|_next\/static\/.*\.js|_next\/(static\/)?[0-9a-f]{16}(\/.*)?)$/;

// Markup for Next's client, which these pages do not have. Fails then: finishPage, or equality.test.ts. That test also
// fails when preloads are not in the HTML although `reactMaxHeadersLength` is 0; and "pages that throw are named" in
// failures.test.ts, when an answer ends before `onRequestError` was called.
const FOR_CLIENT_IN_PAGES = [
  // Its scripts, the page once more as data, and the hints to fetch scripts early.
  /<script src="\/_next\/[^"]+"[^>]*><\/script>/g,
  /<script>\(?self\.__next_f\b.*?<\/script>/gs,
  /<script id="_R_">\(globalThis\["TURBOPACK"\].*?<\/script>/gs,
  /<link rel="preload" as="script"[^>]*>/g,
  // Its handling of fonts: a connection to the page's own origin, and a mark.
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
 * Takes the scripts and data for Next's client out of a page, and puts the props of islands into single quotes, so that
 * those of JSON need no escapes. Throws when something of Next's is left, or the page does not have the known shape.
 *
 * @param {string} html A page as Next writes it.
 */
export function finishPage(html) {
  if (!/^<!DOCTYPE html>.*<\/body><\/html>$/s.test(html)) throw new Error("this is not a page as Next writes it");
  const page = FOR_CLIENT_IN_PAGES.reduce((rest, part) => rest.replace(part, ""), html);
  for (const { index } of page.matchAll(/<script/g)) {
    if (!OURS.test(page.slice(index, index + 50))) {
      throw new Error(`Next's page has a script that nobody knows: ${page.slice(index, index + 100)}`);
    }
  }
  // Text has no tags: its `<` is written as `&lt;`.
  const left = /<link[^>]* as="script"|<template|<div hidden|<!--(?! -->)/.exec(page);
  if (left) throw new Error(`something of Next is left in its page: ${page.slice(left.index, left.index + 100)}`);
  return page.replace(PROPS, (_, props) => `'${props.replaceAll("&quot;", '"')}'`);
}
