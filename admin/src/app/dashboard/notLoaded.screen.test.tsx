import { vi } from "vitest";
import { expect, screen, test } from "@/test/dashboard";
import { told } from "@/test/messages";

// The code of the palette and of the list of shortcuts may be gone, or not be reached.

vi.mock("../palette/Palette", () => ({
  Palette: () => {
    throw new Error("the line is cut");
  },
}));

test("says that the search could not be loaded, and leaves the dashboard as it is", async ({ dashboard }) => {
  const { user } = dashboard;
  dashboard.expected.push(/the line is cut/);
  await dashboard.open("tab=home");
  const enroll = await screen.findByRole("button", { name: "Enroll Now" });
  await user.keyboard("{Control>}k{/Control}");
  await told("The search could not be loaded");
  expect(screen.getByRole("button", { name: "Enroll Now" })).toBe(enroll);
});
