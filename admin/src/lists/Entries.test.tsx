import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { Entries } from "./Entries";

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});

const list = (names: readonly string[]) => (
  <MantineProvider>
    <Entries entries={names} keyOf={(name) => name} nameOf={(name) => name} onMove={() => {}} onRemove={() => {}}>
      {() => null}
    </Entries>
  </MantineProvider>
);

it("says that an entry is removed when it is gone, not while that is asked, and gives the focus to the next", () => {
  const { rerender } = render(list(["Maps", "Notes"]));
  const said = () => document.querySelector("p[role=status]")?.textContent;
  fireEvent.click(screen.getByRole("button", { name: "Remove Maps" }));
  rerender(list(["Maps", "Notes"]));
  expect(said()).toBe("");
  rerender(list(["Notes"]));
  expect(said()).toBe("Maps removed");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove Notes" }));
});
