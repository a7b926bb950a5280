import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import type { Outcome } from "@/ui/useAction";
import { DeleteButton } from "./DeleteEntry";

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});

it("a second press does nothing while the first is under way", async () => {
  let end = (_: Outcome) => {};
  const remove = vi.fn(() => new Promise<Outcome>((resolve) => (end = resolve)));
  render(
    <MantineProvider>
      <DeleteButton id="1" name="Monsoon" label="Restore" remove={remove} />
    </MantineProvider>,
  );
  const button = screen.getByRole("button", { name: "Restore Monsoon" });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(remove).toHaveBeenCalledTimes(1);
  end("cancelled");
  await vi.waitFor(() => {
    fireEvent.click(button);
    expect(remove).toHaveBeenCalledTimes(2);
  });
});

it("a button that works shows it, and the others of its entry cannot be pressed meanwhile", () => {
  const remove = vi.fn(async (): Promise<Outcome> => "done");
  render(
    <MantineProvider>
      <DeleteButton id="1" name="Monsoon" label="Restore" remove={remove} busy />
      <DeleteButton id="1" name="Monsoon" remove={remove} waits />
    </MantineProvider>,
  );
  expect(screen.getByRole("button", { name: "Restore Monsoon" }).hasAttribute("data-loading")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Delete Monsoon" }));
  expect(remove).not.toHaveBeenCalled();
});
