import { defineConfig } from "vitest/config";

const site = ["tests/site/**/*.test.ts"];
const verify = ["tests/verify/**/*.test.ts"];

export default defineConfig({
  test: {
    // Ends what hangs. What a test waits for has limits of its own; how long all of it takes depends on the machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 30_000,
    // Each has products of its own: while one waits, the other has the processors.
    maxWorkers: 2,
    // The files of a worker share its browser and its publisher.
    isolate: false,
    expect: { poll: { timeout: 10_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: "product",
          include: ["tests/**/*.test.ts"],
          exclude: [...site, ...verify],
          globalSetup: "./src/fresh.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "site",
          include: site,
          globalSetup: "./src/fresh.ts",
          // A worker has one product at a time: this one stays until the worker ends.
          sequence: { groupOrder: 1 },
        },
      },
      // Rare or slow tests. infra/suites/plan.go says which project runs when.
      {
        extends: true,
        test: { name: "verify", include: verify, globalSetup: "./src/fresh.ts" },
      },
      // Of what `make dist` has made.
      { extends: true, test: { name: "release", include: ["release/*.test.ts"] } },
    ],
  },
});
