import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

// The app is built in two ways: as an export of the whole site, or as the server that the publisher renders pages with.
const exported = process.env.SITE_BUILD === "export";

/** @type {import("next").NextConfig} */
export default {
  ...(exported
    ? { output: "export" }
    : {
        // As in an export: metadata stands in the head, and preloads stand in the page, not in headers.
        htmlLimitedBots: /.*/,
        reactMaxHeadersLength: 0,
        compress: false,
        generateEtags: false,
      }),
  images: { unoptimized: true },
  // `npm run typecheck` does it; a base build is not the place to learn of a type error.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root },
  outputFileTracingRoot: root,
  // They load a native library and WebAssembly from beside themselves.
  serverExternalPackages: ["@resvg/resvg-js", "harfbuzzjs"],
  // Equal sources give equal file names, wherever they are built: releases overlay each other.
  generateBuildId: async () => (await import("./scripts/code-version.mjs")).codeVersion(),
  // ISLANDS_LOADER is the address of the islands' loader, which scripts/build.mjs gives.
  env: { ISLANDS_LOADER: process.env.ISLANDS_LOADER ?? "", SITE_BUILD: exported ? "export" : "server" },
  // Nothing has to be measured for what Next's client would fetch early: pages have none.
  experimental: { prefetchInlining: false },
};
