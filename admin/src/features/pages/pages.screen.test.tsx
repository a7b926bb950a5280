import { expect, screen, test, waitFor } from "@/test/dashboard";
import { named, value } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";

test("a page without a path gets one of its title, also of an Indian script", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=pages");
  await user.click(await screen.findByRole("button", { name: "New Page" }));
  await waitFor(() => named("title"));
  await fill(user, named("title"), "ಕನ್ನಡ ವ್ಯಾಕರಣ");
  expect(named("path")).toHaveProperty("placeholder", "Made from the title");
  await user.click(await screen.findByRole("button", { name: "Save Page" }));
  await told("Page saved");
  await waitFor(() => expect(value(named("path"))).toBe("/kannada-vyakarana"));
});
