import { expect, test } from "../src/test";

// What everybody may read is read without the session; everything else with it.

test.for([
  ["tab=sections", "/api/sections"],
  ["tab=psi", "/api/page-content/adhva-vibes-psi"],
  ["tab=settings", "/api/settings"],
])("%s reads %s without credentials", async ([tab = "", path], { dashboard }) => {
  const page = await dashboard.page();
  const [asked, checked] = await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname === path),
    page.waitForRequest((request) => request.url().endsWith("/api/auth/me")),
    page.goto(dashboard.address(tab)),
  ]);
  expect(await asked.headerValue("cookie")).toBeNull();
  expect(await checked.headerValue("cookie")).toContain("session");
  await page.getByRole("tabpanel").getByRole("heading").first().waitFor();
});

test("a section's texts are read without credentials", async ({ dashboard }) => {
  const page = await dashboard.open("tab=sections");
  const [asked] = await Promise.all([
    page.waitForRequest("**/api/page-content/home/*"),
    page
      .getByRole("button", { name: /^Edit / })
      .first()
      .click(),
  ]);
  expect(await asked.headerValue("cookie")).toBeNull();
});
