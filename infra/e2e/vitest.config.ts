import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // One whole product at a time: several would fight for the processors and make every wait a guess.
    fileParallelism: false,
    testTimeout: 90_000,
    // A first start renders the whole seeded site.
    hookTimeout: 240_000,
    teardownTimeout: 30_000,
  },
});
