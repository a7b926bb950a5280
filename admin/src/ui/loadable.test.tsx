import { act, render } from "@testing-library/react";
import { Component, type ComponentType, type ReactNode, Suspense } from "react";
import { expect, test, vi } from "vitest";
import { loadable } from "./loadable";

class Boundary extends Component<{ children: ReactNode }> {
  override state = { reason: "" };
  static getDerivedStateFromError = ({ message }: Error) => ({ reason: message });
  override render = () => this.state.reason || this.props.children;
}

const show = (content: ReactNode) =>
  act(async () => {
    render(
      <Boundary>
        <Suspense fallback="on its way">{content}</Suspense>
      </Boundary>,
    );
  });

const shown = () => document.body.textContent;

test("what has come is shown at once, and fetched once", async () => {
  const fetchCode = vi.fn(async () => ({ Content: () => "the content" }));
  const Content = loadable(fetchCode, "Content");
  Content.load();
  Content.load();
  await act(async () => {});
  // Not in `act`, which would wait for what is on its way.
  render(
    <Suspense fallback="on its way">
      <Content />
    </Suspense>,
  );
  expect(shown()).toBe("the content");
  expect(fetchCode).toHaveBeenCalledTimes(1);
});

test("what is shown before it has come is waited for", async () => {
  let arrive: (code: ComponentType<{ name: string }>) => void = () => {};
  const code = new Promise<ComponentType<{ name: string }>>((resolve) => {
    arrive = resolve;
  });
  const Content = loadable(async () => ({ Content: await code }), "Content");
  await show(<Content name="Asha" />);
  expect(shown()).toBe("on its way");
  await act(async () => arrive(({ name }) => `of ${name}`));
  expect(shown()).toBe("of Asha");
});

test("what cannot be fetched says so when it is shown, and not before", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const fetchCode = vi.fn((): Promise<{ Content: ComponentType }> => Promise.reject(new Error("the line is cut")));
  const Content = loadable(fetchCode, "Content");
  Content.load();
  await act(async () => {});
  await show(<Content />);
  expect(shown()).toBe("the line is cut");
  expect(fetchCode).toHaveBeenCalledTimes(1);
});
