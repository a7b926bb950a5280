import * as React from "react";
import { beforeAll, vi } from "vitest";

// All code is fetched before the tests begin. React does not wait for what a press begins to fetch: in a test, which
// presses within act, that may never be shown.
vi.mock("@/components/loadable", async (original) => {
  const real = await original<typeof import("@/components/loadable")>();
  const loadable: typeof real.loadable = (fetchCode, name) => {
    const component = real.loadable(fetchCode, name);
    component.load();
    return component;
  };
  return { ...real, loadable };
});

beforeAll(() => vi.dynamicImportSettled());

// React's development build makes an Error for each of the first 10,000 elements in a second, to name in a warning who
// has made it. It takes a sixth of a test's time, and the warning, which fails the test, says enough without.
const internals = (React as unknown as Record<string, object | undefined>)[
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"
];
if (internals) {
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => 10_000, set() {}, configurable: true });
}
