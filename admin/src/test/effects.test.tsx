import { render, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test, vi } from "vitest";

/** Keeps the processor for longer than React renders at once. */
function work() {
  const end = performance.now() + 8;
  while (performance.now() < end);
}

test("what is found listens already, on a busy machine too", async () => {
  const listen = vi.fn();
  function Content() {
    useEffect(listen, []);
    work();
    return "the content";
  }
  function Page() {
    const [loaded, setLoaded] = useState(false);
    useEffect(() => {
      setTimeout(setLoaded, 1, true);
    }, []);
    return loaded && <Content />;
  }
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (run: () => void, ms: number, ...args: unknown[]) => {
    const timer = setTimeout(run, ms, ...args);
    // Others have the processor until it is due.
    if (ms === 0) work();
    return timer;
  });
  render(<Page />);
  await screen.findByText("the content");
  vi.unstubAllGlobals();
  expect(listen).toHaveBeenCalledTimes(1);
});
