import { screen, waitFor } from "@testing-library/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "@/islands/testing";
import { notify, notifyLeft } from "./notify";

// Messages while the file of the toaster cannot be loaded.

vi.mock("@academy/shared/toast/Toaster", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

const renew = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  renew.mockReset();
  vi.stubGlobal("firstTouch", { renew });
  HTMLElement.prototype.showPopover = vi.fn();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  for (const notice of document.querySelectorAll("body > .toast")) notice.remove();
});

test("on an outdated page it is left for the fresh one, once", async () => {
  renew.mockResolvedValue(true);
  notify("Message sent", "success");
  await waitFor(() => expect(renew).toHaveBeenCalledTimes(1));
  await new Promise((done) => setTimeout(done));
  expect(document.querySelector(".toast")).toBeNull();
  expect(Object.values({ ...sessionStorage })).toEqual([
    JSON.stringify({ message: "Message sent", variant: "success" }),
  ]);
  // The fresh page shows it; here its toaster cannot be had either.
  renew.mockResolvedValue(false);
  notifyLeft();
  expect(sessionStorage.length).toBe(0);
  const said = await screen.findByText("Message sent");
  expect(said.role).toBe("status");
  notifyLeft();
  await new Promise((done) => setTimeout(done));
  expect(document.querySelectorAll(".toast").length).toBe(1);
});

test.each(["success", "error"] as const)(
  "on any other page it is said all the same, and not left (%s)",
  async (variant) => {
    renew.mockResolvedValue(false);
    notify("It did not work", variant);
    const said = await screen.findByText("It did not work");
    expect([said.role, said.popover, said.dataset.variant]).toEqual([
      variant === "error" ? "alert" : "status",
      "auto",
      variant,
    ]);
    expect(HTMLElement.prototype.showPopover).toHaveBeenCalledTimes(1);
    expect(sessionStorage.length).toBe(0);
  },
);
