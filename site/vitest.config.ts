import path from "node:path";
import { defineConfig } from "vitest/config";

// They run `next build` in this folder: one at a time.
const builds = ["equality", "publisher", "random"].map((name) => `publisher/test/${name}.test.ts`);

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname, "src") } },
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
      { extends: true, test: { name: "parts", include: ["publisher/**/*.test.ts"], exclude: builds } },
      {
        extends: true,
        test: {
          name: "src",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          // What they import takes longer to load than they take.
          isolate: false,
        },
      },
    ],
  },
});
