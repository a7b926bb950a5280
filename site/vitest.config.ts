import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname, "src") } },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "publisher/**/*.test.ts", "scripts/**/*.test.ts"],
    // harfbuzzjs exports a promise, which must not be wrapped.
    deps: { interopDefault: false },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The comparison with a full build and the fallback both run `next build` in this folder.
    fileParallelism: false,
  },
});
