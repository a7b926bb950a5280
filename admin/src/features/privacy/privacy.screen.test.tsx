import { administrator } from "@academy/shared/test/editor";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { textOf } from "@/test/files";
import { confirm, fill, focused } from "@/test/hands";
import { told } from "@/test/messages";

// Settings, Privacy: what is stored of one person is looked up, handed out, and erased.

const PRIVACY = "tab=settings&view=privacy";
const address = () => screen.findByRole("textbox", { name: "Email address or phone number" });

test("a person's data are looked up, downloaded and erased by keyboard", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const person = { name: "Meera Nair", email: "meera@example.org", phone: "+919876500001" };
  await editor.call("POST", "/api/contact", { ...person, message: "When does the next batch begin?" });
  await editor.call("POST", "/api/mentorship", { ...person, education_level: "Graduate" });
  await editor.call("POST", "/api/notifications", { email: person.email, page: "current-affairs-test" });
  await dashboard.open(PRIVACY);
  const field = await address();
  const lookUp = async (wanted: string) => {
    await fill(user, field, wanted);
    await user.keyboard("{Enter}");
  };
  await lookUp("nobody at all");
  await screen.findByText(/^Give an e-mail address, or a phone number/);
  await focused(field);
  await lookUp("nobody@example.org");
  await screen.findByText("Nothing is stored");

  await lookUp(" Meera@Example.org ");
  const found = within(await screen.findByRole("region", { name: `Stored of ${person.email}` }));
  expect(found.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "1 mentorship application",
    "1 contact message",
    "1 subscription",
  ]);
  await user.click(found.getByRole("button", { name: "Download" }));
  const [download] = dashboard.downloads;
  expect(download?.name).toMatch(/^person-\d{4}-\d\d-\d\d\.json$/);
  const stored = download ? await textOf(download.content) : "";
  expect(JSON.parse(stored)).toMatchObject({ address: person.email });
  expect(stored).toContain("When does the next batch begin?");

  await confirm(user, "Erase", "Erase");
  await told(`The data of ${person.email} were erased`);
  const erased = await screen.findByRole("region", { name: "What was erased" });
  expect(within(erased).getAllByRole("listitem")).toHaveLength(3);
  await lookUp(person.phone);
  await screen.findByText("Nothing is stored");
  await dashboard.leave();
  await dashboard.open("tab=settings&view=audit");
  const log = await screen.findByRole("table", { name: "Audit log" });
  await waitFor(() => expect(log.textContent).toMatch(/erased a person's data/i));
  expect(screen.queryByText(person.email)).toBeNull();
});

test("of somebody who works here the account stays, and it is said what to do", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open(PRIVACY);
  await screen.findAllByText("Forever");
  await fill(user, await address(), administrator.email);
  await user.click(screen.getByRole("button", { name: "Look up" }));
  await confirm(user, "Erase", "Erase");
  await screen.findByText(/Remove it in Settings → Team/);
});
