import { expect, screen, test, waitFor, within } from "@/test/dashboard";

// Before anything has come, every list says what will stand there.

test("home, the lists of leads and webhooks say what will stand there", async ({ dashboard }) => {
  await dashboard.open("tab=home");
  for (const [name, words] of [
    ["Scheduled", /^Nothing is scheduled\./],
    ["Drafts", /^No drafts\./],
    ["Latest leads", /^No leads yet\./],
  ] as const) {
    await within(await screen.findByRole("region", { name })).findByText(words);
  }
  expect(screen.queryByRole("region", { name: "Failed" })).toBeNull();

  for (const [tab, words] of [
    ["enrollments", "No enrollments yet"],
    ["mentorship", "No applications yet"],
    ["contacts", "No messages yet"],
    ["notifications", "No notifications yet"],
  ] as const) {
    await dashboard.leave();
    await dashboard.open(`tab=${tab}`);
    await screen.findByText(words);
    expect(screen.queryByRole("searchbox", { name: "Search" })).toBeNull();
  }
  screen.getByText("Email subscriptions will appear here when users sign up");
  await waitFor(() => expect(screen.getAllByRole("definition").map((d) => d.textContent)).toEqual(["0", "0", "0"]));
  for (const name of ["Copy All", "Export CSV"]) {
    expect((screen.getByRole("button", { name }) as HTMLButtonElement).disabled).toBe(true);
  }

  await dashboard.leave();
  await dashboard.open("tab=settings&view=publishing");
  await screen.findByText("No webhooks");
});
