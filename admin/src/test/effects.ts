import { configure, getConfig } from "@testing-library/react";

// An element that a wait finds is there before the effects that listen to it: React runs them in an immediate of its
// own, which on a busy machine comes after the wait has ended. A setup file runs for each test file; this runs once.

const { asyncWrapper } = getConfig();
const { setImmediate } = globalThis;

configure({
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await new Promise((resolve) => setImmediate(resolve));
      return found;
    }),
});
