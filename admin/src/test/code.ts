import { beforeAll, vi } from "vitest";

// All code is fetched before the tests begin. React does not wait for what a press begins to fetch: in a test, which
// presses within act, that may never be shown.
vi.mock("@/ui/loadable", async (original) => {
  const real = await original<typeof import("@/ui/loadable")>();
  const loadable: typeof real.loadable = (fetchCode, name) => {
    const component = real.loadable(fetchCode, name);
    component.load();
    return component;
  };
  return { ...real, loadable };
});

beforeAll(() => vi.dynamicImportSettled());
