import { waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** Closes all messages, and waits until none is left: one that goes may make room for another. */
export async function messagesGone(): Promise<void> {
  if (!document.querySelector(".toast")) return;
  const { closeSnackbar } = await import("notistack");
  await waitFor(() => {
    closeSnackbar();
    expect(document.querySelector(".toast")).toBeNull();
  });
}
