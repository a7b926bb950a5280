import { expect, screen, test, waitFor } from "@/test/dashboard";

// While an earlier release is held, each form and the bar of a selection say that more is published than they hold.

test("each form and the bar of a selection say what else is published while publishing is paused", async ({
  editor,
  dashboard,
}) => {
  const { user, calls } = dashboard;
  const status = await editor.call<object>("GET", "/api/publish/status");
  const held = { release: "20260115T093000000Z-00000000", since: "2026-01-15T09:30:00Z", by: "Asha" };
  calls.answer("GET", /\/publish\/status$/, () => Response.json({ ...status, held }));
  await editor.call("POST", "/api/articles", { title: "Waiting", content: "<p>Text</p>" });
  const notes = async () => {
    const [note] = await screen.findAllByRole("note");
    expect(note?.textContent).toMatch(/^Publishing is paused\. .* also publishes everything that waits/);
  };
  for (const tab of ["settings", "psi", "social", "sections", "videos"]) {
    await dashboard.open(`tab=${tab}`);
    await notes();
    await dashboard.leave();
  }
  await dashboard.open("tab=articles");
  const chosen = await screen.findByRole("combobox", { name: "Status" });
  await user.selectOptions(chosen, "published");
  await notes();
  await user.selectOptions(chosen, "draft");
  await waitFor(() => expect(screen.queryByRole("note")).toBeNull());
  await user.click(screen.getByRole("checkbox", { name: "Select Waiting" }));
  await notes();
});
