import { answer, expect, screen, test, waitFor } from "@/test/dashboard";
import { value } from "@/test/forms";
import { fill, focused } from "@/test/hands";
import { told } from "@/test/messages";

const DISCARD = "Discard unsaved changes?";

test("the police page's texts are saved and come back; what is not saved is asked about", async ({ dashboard }) => {
  const { user } = dashboard;
  const title = () => screen.findByRole("textbox", { name: "Hero title" });
  const button = (name: string) => screen.findByRole("button", { name });
  await dashboard.open("tab=psi");
  await fill(user, await title(), "Wear the khaki");
  await user.click(await button("Save PSI Content"));
  await told("PSI page content updated");
  await dashboard.leave();
  localStorage.clear();
  await dashboard.open("tab=psi");
  expect(value(await title())).toBe("Wear the khaki");

  await fill(user, await title(), "Not saved");
  await user.click(screen.getByRole("tab", { name: "Videos" }));
  await answer(user, "Leave without saving? Your changes stay on this device until you come back.", "Keep editing");
  expect(value(await title())).toBe("Not saved");
  await user.click(await button("Discard changes"));
  await answer(user, DISCARD, "Keep changes");
  expect(value(await title())).toBe("Not saved");
  await user.click(await button("Discard changes"));
  await answer(user, DISCARD, "Discard changes");
  const save = await button("Save PSI Content");
  await focused(save);
  await waitFor(async () => expect(value(await title())).toBe("Wear the khaki"));
});
