import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { ConfirmProvider } from "@/ui/confirm";
import { FormFoot } from "./FormFoot";
import type { Phase } from "./state";

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});

const of = (phase: Phase, giveUp = async () => true) => ({ phase, submit: { busy: false }, giveUp });

it("Discard changes hands the focus on to saving when it goes with what was saved", () => {
  const foot = (dirty: boolean) => (
    <MantineProvider env="test">
      <ConfirmProvider>
        <FormFoot save="Save" document={of(dirty ? "dirty" : "clean")} publishes={false} />
      </ConfirmProvider>
    </MantineProvider>
  );
  const { rerender } = render(foot(true));
  screen.getByRole("button", { name: "Discard changes" }).focus();
  rerender(foot(false));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" }));
});

it("Discard changes asks before it gives up what was typed", async () => {
  const discard = vi.fn(async () => true);
  render(
    <MantineProvider env="test">
      <ConfirmProvider>
        <FormFoot save="Save" document={of("dirty", discard)} publishes={false} />
      </ConfirmProvider>
    </MantineProvider>,
  );
  const answer = async (name: string) => {
    fireEvent.click(screen.getByRole("button", { name: "Discard changes" }));
    const question = await screen.findByRole("dialog", { name: "Discard unsaved changes?" });
    fireEvent.click([...question.querySelectorAll("button")].find((one) => one.textContent === name) ?? question);
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  await answer("Keep changes");
  expect(discard).not.toHaveBeenCalled();
  await answer("Discard changes");
  expect(discard).toHaveBeenCalledTimes(1);
});
