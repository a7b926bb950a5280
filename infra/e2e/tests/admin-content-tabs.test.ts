import type { Page } from "playwright-core";
import { describe } from "vitest";
import { answer, focused, toast } from "../src/dashboard";
import { expect, test } from "../src/test";

// The enrolment wizard, social links and the police page's texts; and what the tabs say when a call is cut.

const student: Record<string, string>[] = [
  { fullName: "Asha Rao", email: "asha@example.org", phone: "+919876543210", dateOfBirth: "2001-05-17" },
  { course: "upsc-mains", batch: "evening", startDate: "2026-12-01" },
  { address: "4 Temple Road", city: "Mysuru", state: "Karnataka", pincode: "570001" },
  { paymentMethod: "upi", amount: "12500" },
];

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.getByRole("dialog").locator(`[name="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

describe("the enrolment wizard", () => {
  test("keeps what was filled in, stores it once on a double click, and begins anew", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=home");
    const enrol = page.getByRole("button", { name: "Enroll Now" });
    await enrol.click();
    const dialog = page.getByRole("dialog");
    const next = dialog.getByRole("button", { name: "Next" });
    const [first = {}, second = {}, third = {}, fourth = {}] = student;
    await fill(page, first);
    await next.click();
    const options = (name: string) =>
      dialog
        .locator(`[name="${name}"] option`)
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value).filter(Boolean));
    expect(await options("course")).toEqual(["upsc-prelims", "upsc-mains", "upsc-complete", "psi", "mentorship"]);
    expect(await options("batch")).toEqual(["morning", "afternoon", "evening", "weekend"]);
    await fill(page, second);
    await dialog.getByRole("button", { name: "Previous" }).click();
    expect(await dialog.locator('[name="fullName"]').inputValue()).toBe("Asha Rao");
    await page.keyboard.press("Escape");
    await enrol.click();
    expect(await dialog.locator('[name="phone"]').inputValue()).toBe("+919876543210");
    await next.click();
    expect(await dialog.locator('[name="course"]').inputValue()).toBe("upsc-mains");
    await next.click();
    await fill(page, third);
    await dialog.locator('[name="pincode"]').pressSequentially("99");
    expect(await dialog.locator('[name="pincode"]').inputValue()).toBe("570001");
    await next.dblclick();
    expect(await options("paymentMethod")).toEqual(["upi", "card", "netbanking", "cash"]);
    await fill(page, fourth);
    await dialog.getByRole("button", { name: "Submit" }).dblclick();
    await toast(page, "Enrollment submitted successfully!").waitFor();
    await dialog.waitFor({ state: "hidden" });
    const enrolled = await editor.call<Record<string, unknown>[]>("GET", "/api/enrollments");
    expect(enrolled.map(({ name }) => name)).toEqual(["Asha Rao"]);
    await page.getByRole("link", { name: "1 Active Enrollments" }).waitFor();
    await enrol.click();
    expect(await dialog.locator('[name="fullName"]').inputValue()).toBe("");
  });

  test("leads back to what the server refuses", async ({ dashboard, visitor }) => {
    visitor.expected.push(/422/);
    const page = await dashboard.open("tab=home");
    await page.getByRole("button", { name: "Enroll Now" }).click();
    for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Submit" }).click();
    await toast(page, "Failed to submit enrollment").waitFor();
    expect(await page.getByRole("dialog").locator('[name="fullName"]').getAttribute("aria-invalid")).toBe("true");
  });
});

test("social links are added with the platform's colour, edited in place and deleted", async ({
  editor,
  dashboard,
}) => {
  const page = await dashboard.open("tab=social");
  const add = page.getByRole("button", { name: "Add Link" });
  await page.getByLabel("Color").first().waitFor();
  expect(await page.locator('[name="color"]').inputValue()).toBe("#667eea");
  expect(await page.locator('[name="order_index"]').inputValue()).toBe("0");
  await add.click();
  await toast(page, "Please fill in platform and URL").waitFor();
  await page.getByRole("combobox", { name: "Platform" }).selectOption("Github");
  expect(await page.locator('[name="color"]').inputValue()).toBe("#181717");
  await page.getByRole("textbox", { name: "URL" }).fill("https://github.com/academy");
  await page.locator('[name="order_index"]').fill("nine");
  await add.click();
  await toast(page, "Social media link added successfully").waitFor();
  const link = async () => {
    const all = await editor.call<Record<string, unknown>[]>("GET", "/api/admin/social-media");
    return all.find(({ platform }) => platform === "Github");
  };
  expect(await link()).toMatchObject({ color: "#181717", order_index: 0, active: true });

  await page.getByRole("button", { name: "Edit Github" }).click();
  const row = page.getByRole("form", { name: "Edit Github" });
  await row.locator('[name="order_index"]').fill("7");
  await row.getByRole("checkbox", { name: "Active" }).uncheck();
  await row.getByRole("button", { name: "Save" }).click();
  await toast(page, "Social media link updated successfully").waitFor();
  expect(await link()).toMatchObject({ order_index: 7, active: false });
  await page.getByRole("button", { name: "Delete Github" }).click();
  await answer(page, "Are you sure you want to delete this social media link?", "Delete");
  await toast(page, "Social media link deleted successfully").waitFor();
  expect(await link()).toBeUndefined();
});

test("a link that is refused says why", async ({ dashboard, visitor }) => {
  visitor.expected.push(/422/);
  const page = await dashboard.open("tab=social");
  await page.getByRole("combobox", { name: "Platform" }).selectOption("Github");
  await page.getByRole("textbox", { name: "URL" }).fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Add Link" }).click();
  await toast(page, "Failed to add social media link").locator(".toast-detail", { hasText: /\w/ }).waitFor();
});

test("the police page's texts are saved and come back", async ({ dashboard }) => {
  const page = await dashboard.open("tab=psi");
  await page.getByRole("textbox", { name: "Hero title" }).fill("Wear the khaki");
  await page.getByRole("button", { name: "Save PSI Content" }).click();
  await toast(page, "PSI page content updated").waitFor();
  await page.reload();
  const title = page.getByRole("textbox", { name: "Hero title" });
  expect(await title.inputValue()).toBe("Wear the khaki");

  await title.fill("Not saved");
  await page.getByRole("tab", { name: "Videos" }).click();
  await answer(page, "Leave without saving? Your changes stay on this device until you come back.", "Keep editing");
  expect(await title.inputValue()).toBe("Not saved");
  await page.getByRole("button", { name: "Discard changes" }).press("Enter");
  await answer(page, DISCARD, "Keep them");
  expect(await title.inputValue()).toBe("Not saved");
  await page.getByRole("button", { name: "Discard changes" }).press("Enter");
  await answer(page, DISCARD, "Discard changes");
  await focused(page.getByRole("button", { name: "Save PSI Content" }));
  expect(await title.inputValue()).toBe("Wear the khaki");
});

const DISCARD = "Discard the changes that are not saved?";

/** What is said when a call is cut, and what to do for it. */
const failures: [words: string, tab: string, call: string, act: (page: Page) => Promise<void>][] = [
  ["Failed to load data", "home", "**/api/articles**", async () => {}],
  ["Failed to load data", "articles", "**/api/articles?**", async () => {}],
  ["Failed to load data", "videos", "**/api/videos?**", async () => {}],
  ["Failed to load data", "psi", "**/api/page-content/**", async () => {}],
  ["Failed to load data", "settings", "**/api/settings", async () => {}],
  ["Failed to load data", "social", "**/api/admin/social-media", async () => {}],
  [
    "Failed to create article",
    "articles",
    "**/api/articles",
    async (page) => {
      await page.getByRole("textbox", { name: "Title" }).fill("Cut off");
      await page.getByRole("button", { name: "Create Article" }).click();
    },
  ],
  [
    "Failed to update article",
    "articles",
    "**/api/articles/*",
    async (page) => {
      await page.unroute("**/api/articles/*");
      await page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click();
      await page.getByRole("button", { name: "Update Article" }).waitFor();
      await page.route("**/api/articles/*", (route) => route.abort());
      await page.getByRole("textbox", { name: "Title" }).fill("Cut off");
      await page.getByRole("button", { name: "Update Article" }).click();
    },
  ],
  [
    "Failed to delete article",
    "articles",
    "**/api/articles/*",
    async (page) => {
      await page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click();
      await answer(page, "Are you sure you want to delete this article?", "Delete");
    },
  ],
  [
    "Failed to upload image",
    "articles",
    "**/api/upload/image",
    async (page) => {
      const file = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("x") };
      await page.locator('input[name="banner_file"]').setInputFiles(file);
    },
  ],
  [
    "Failed to update content",
    "psi",
    "**/api/content/**",
    async (page) => {
      await page.getByRole("textbox", { name: "Hero title" }).fill("Cut off");
      await page.getByRole("button", { name: "Save PSI Content" }).click();
    },
  ],
  [
    "Failed to add social media link",
    "social",
    "**/api/admin/social-media",
    async (page) => {
      await page.getByRole("combobox", { name: "Platform" }).selectOption("Twitter");
      await page.getByRole("textbox", { name: "URL" }).fill("https://twitter.com/academy");
      await page.getByRole("button", { name: "Add Link" }).click();
    },
  ],
  [
    "Failed to update social media link",
    "social",
    "**/api/admin/social-media/*",
    async (page) => {
      await page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click();
      const row = page.getByRole("form", { name: /^Edit / });
      await row.locator('[name="order_index"]').fill("9");
      await row.getByRole("button", { name: "Save" }).click();
    },
  ],
  [
    "Failed to delete social media link",
    "social",
    "**/api/admin/social-media/*",
    async (page) => {
      await page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click();
      await answer(page, "Are you sure you want to delete this social media link?", "Delete");
    },
  ],
];

describe("a call that is cut", () => {
  test.for(failures)("%s (%s)", async ([words, tab, call, act], { dashboard }) => {
    const page = await dashboard.openCut(`tab=${tab}`, call);
    await act(page);
    const failure = toast(page, words);
    await failure.getByText(/^(a\.png: )?Cannot connect to backend server at /).waitFor();
    expect(await failure.locator(".toast-text").evaluate((all) => all.firstChild?.textContent)).toBe(words);
  });

  test.for([
    ["Failed to toggle visibility: ", "**/api/admin/sections/*", /^Visible: /, null],
    ["Failed to delete section: ", "**/api/admin/sections/*", /^Delete /, /^Are you sure you want to delete "/],
    ["Failed to reorder sections: ", "**/api/admin/sections/reorder", /^Drag to reorder /, null],
  ] as const)("%s", async ([words, call, button, question], { dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/, /section update failed/);
    const page = await dashboard.open("tab=sections");
    await page.route(call, (route) => route.abort());
    const target = page.getByRole("button", { name: button }).first();
    if (button.source.includes("Drag")) {
      await target.focus();
      await page.keyboard.press("Space");
      await page.getByText(/^Picked up /).waitFor({ state: "attached" });
      await page.keyboard.press("ArrowDown");
      await page.getByText(/^Position 2 of /).waitFor({ state: "attached" });
      await page.keyboard.press("Space");
    } else await target.click();
    if (question) await page.getByRole("dialog", { name: question }).getByRole("button", { name: "Delete" }).click();
    const alert = page.getByRole("dialog", { name: new RegExp(`^${words}Cannot connect to backend server`) });
    await alert.getByRole("button", { name: "OK" }).click();
  });

  test("Failed to create section, Failed to load section content", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await dashboard.open("tab=sections");
    for (const call of ["**/api/admin/sections", "**/api/page-content/**"]) await page.route(call, (r) => r.abort());
    await page.getByRole("button", { name: "Add Section" }).click();
    await page.getByRole("textbox", { name: "Section Name" }).fill("Cut off");
    await page.getByRole("combobox", { name: "Section Type" }).fill("cut-off");
    await page.getByRole("button", { name: "Create Section" }).click();
    const alert = page.getByRole("dialog", { name: /^Failed to create section: Cannot connect to backend server/ });
    await alert.getByRole("button", { name: "OK" }).click();
    expect(await page.getByRole("textbox", { name: "Section Name" }).inputValue()).toBe("Cut off");
    await page
      .getByRole("button", { name: /^Edit / })
      .first()
      .click();
    await page.getByText("Failed to load section content").waitFor();
  });

  test("Error loading sections", async ({ dashboard }) => {
    const page = await dashboard.openCut("tab=sections", "**/api/sections");
    await page.getByText("Error loading sections: Cannot connect to backend server").waitFor();
  });
});
