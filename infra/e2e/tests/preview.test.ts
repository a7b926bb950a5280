import type { Schemas } from "@academy/shared/api/client";
import { expect, test } from "../src/test";

test("a link shows a draft to who has no account, in the theme that it names, and calls nothing", async ({
  product,
  editor,
  visitor,
}) => {
  const { id } = await editor.call<Schemas["Article"]>("POST", "/api/articles", { title: "Only by the link" });
  const asked = { kind: "article", id, expires_in: 60 };
  const link = await editor.call<Schemas["PreviewShared"]>("POST", "/api/preview/links", asked);
  visitor.expected.push(/404/);
  const page = await visitor.page();
  const answered: string[] = [];
  page.on("response", (response) => answered.push(new URL(response.url()).pathname));
  await page.goto(`${product.url}${link.url}?theme=dark`);
  await expect.poll(() => page.locator("is-land[data-live]").count()).toBeGreaterThan(0);
  expect(await page.locator("h1").textContent()).toBe("Only by the link");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(answered.filter((path) => path.startsWith("/api/"))).toEqual([link.url]);
  await editor.call("DELETE", `/api/preview/links/${link.id}`);
  expect((await page.goto(product.url + link.url))?.status()).toBe(404);
});
