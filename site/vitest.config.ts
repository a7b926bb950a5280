import path from "node:path";
import { defineConfig } from "vitest/config";

// In `make verify`: they run `next build` in this folder, one at a time, or kill the whole service again and again.
const builds = ["equality", "older-next", "random", "crash"].map((name) => `publisher/test/${name}.test.ts`);

// Components as they live in a browser.
const islands = ["src/**/*.island.test.tsx"];
const src = path.resolve(import.meta.dirname, "src");

export default defineConfig({
  resolve: { alias: { "@": src } },
  test: {
    // harfbuzzjs exports a promise, which must not be wrapped.
    deps: { interopDefault: false },
    // Ends what hangs: how long a build takes depends on the machine.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // Each file of a project after the other, the projects at once: that keeps two processors busy.
    maxWorkers: 1,
    projects: [
      { extends: true, test: { name: "builds", include: builds } },
      {
        extends: true,
        // The files share the render processes.
        test: { name: "parts", include: ["publisher/**/*.test.ts"], exclude: builds, isolate: false },
      },
      {
        extends: true,
        test: {
          name: "src",
          include: ["{src,scripts,render}/**/*.test.{ts,tsx}"],
          exclude: islands,
          // What they import takes longer to load than they take.
          isolate: false,
        },
      },
      {
        extends: true,
        // As build-islands.mjs has it: what a browser runs.
        resolve: {
          alias: [
            { find: "@/islands/island", replacement: path.join(src, "islands/island.browser.ts") },
            { find: "next/navigation", replacement: path.join(src, "islands/navigation.ts") },
            { find: /^react(-dom)?(?=\/|$)/, replacement: "preact/compat" },
            { find: /^notistack$/, replacement: "notistack/notistack.esm.js" },
            { find: /^use-sync-external-store\/shim.*/, replacement: "preact/compat" },
          ],
        },
        test: {
          name: "islands",
          include: islands,
          isolate: false,
          environment: "jsdom",
          environmentOptions: { jsdom: { url: "http://academy.test/" } },
          // It says where the API is, before anything asks.
          setupFiles: "src/islands/testing.ts",
          // Else they would have React.
          server: { deps: { inline: ["swr", "notistack"] } },
        },
      },
    ],
  },
});
