import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** @type {import("next").NextConfig} */
export default {
  output: "export",
  images: { unoptimized: true },
  // `npm run typecheck` does it; a base build is not the place to learn of a type error.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root },
  outputFileTracingRoot: root,
  // They load a native library and WebAssembly from beside themselves.
  serverExternalPackages: ["@resvg/resvg-js", "harfbuzzjs"],
  // Equal sources give equal file names, wherever they are built: releases overlay each other.
  generateBuildId: async () => (await import("./scripts/code-version.mjs")).codeVersion(),
  // The address of the islands' loader, which scripts/build.mjs gives.
  env: { ISLANDS_LOADER: process.env.ISLANDS_LOADER ?? "" },
  // A page that throws must fail alone; with the default it would end the publisher's render process. And nothing has to
  // be measured for what Next's client would fetch early: pages have none.
  experimental: { prerenderEarlyExit: false, prefetchInlining: false },
};
