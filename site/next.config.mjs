import path from "node:path";
import { manifest } from "./scripts/build-islands.mjs";

const root = path.resolve(import.meta.dirname, "..");

/** @type {import("next").NextConfig} */
export default {
  output: "export",
  trailingSlash: false,
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run typecheck` does it; a base build is not the place to learn of a type error.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root },
  outputFileTracingRoot: root,
  // They load a native library and WebAssembly from beside themselves.
  serverExternalPackages: ["@resvg/resvg-js", "harfbuzzjs"],
  // Equal sources give equal chunk names and an equal payload, wherever they are built: releases overlay each other.
  generateBuildId: async () => (await import("./scripts/code-version.mjs")).codeVersion(),
  // Where pages have the islands' loader from.
  env: { ISLANDS_LOADER: manifest()?.loader ?? "" },
  // A page that throws must fail alone; with the default it would end the publisher's render process.
  experimental: { prerenderEarlyExit: false },
};
