import { screen, waitFor } from "@testing-library/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, calls, defaults, idle, live } from "@/islands/testing";
import { writing } from "@/model/writing";
import { articlePage, missingArticle } from "./fields";
import Missing from "./Missing";

const props = {
  texts: { "": defaults(articlePage), missing: defaults(missingArticle) },
  writing: defaults(writing),
  timezone: "Asia/Kolkata",
  dates: { date: "{day} {month} {year}", months: "Jan, Feb" },
};
const article = {
  id: "a1",
  slug: "fresh",
  title: "Fresh from the editor",
  content: "<p>Read, note, test.</p>",
  author: "Asha",
  author_id: "u1",
  category: "",
  banner_image: "/media/images/desk.jpg",
  focus: { x: 25, y: 75.5 },
  tags: ["news"],
  created_at: "2026-01-02T00:00:00Z",
};

beforeEach(() => {
  window.history.replaceState(null, "", "/blog/fresh");
  document.title = "Page not found · Adhva Academy";
});

test("an article that is newer than the release is looked for, and shown", async () => {
  let answer = (_: object) => {};
  answers["GET /api/articles/fresh"] = () =>
    new Promise<object>((resolve) => {
      answer = resolve;
    });
  answers["GET /release.json"] = () => ({ fingerprint: "now" });
  live(Missing, props);
  expect((await screen.findByText("Looking for the article")).closest("[role]")?.role).toBe("status");
  await waitFor(() => expect(calls.length).toBe(1));
  answer(Response.json(article, { headers: { "Content-Fingerprint": "now" } }));
  await screen.findByRole("heading", { level: 1, name: article.title });
  expect(document.querySelector(".prose")?.innerHTML).toBe(article.content);
  expect(document.querySelector("img")?.style.objectPosition).toBe("25% 75.5%");
  expect(screen.getByRole("link", { name: "#news" }).getAttribute("href")).toBe("/blog?q=news");
  await waitFor(() => expect(document.title).toBe("Fresh from the editor · Adhva Academy"));
});

test("its formulas are shown, too", async () => {
  answers["GET /release.json"] = () => ({ fingerprint: "now" });
  const content = '<p><span class="formula" data-formula="x^2">x^2</span></p>';
  answers["GET /api/articles/fresh"] = () =>
    Response.json({ ...article, content }, { headers: { "Content-Fingerprint": "now" } });
  live(Missing, props);
  await screen.findByRole("heading", { level: 1, name: article.title });
  expect(document.querySelector(".prose .formula > math annotation")?.textContent).toBe("x^2");
});

test("one that a cache goes on answering with was withdrawn: it is not found, with the way back", async () => {
  answers["GET /release.json"] = () => ({ fingerprint: "now" });
  answers["GET /api/articles/fresh"] = ({ url }) =>
    url.includes("live=now")
      ? Response.json({}, { status: 404 })
      : Response.json(article, { headers: { "Content-Fingerprint": "then" } });
  live(Missing, props);
  await screen.findByRole("heading", { level: 1, name: "Article Not Found" });
  expect(screen.getByRole("link", { name: "Back to Blog" }).getAttribute("href")).toBe("/blog");
  expect(calls.map(({ address }) => address)).toEqual([
    "/api/articles/fresh",
    "/release.json",
    "/api/articles/fresh?live=now",
  ]);
});

test("one that the API does not know is not found", async () => {
  const said = vi.spyOn(console, "warn");
  answers["GET /api/articles/fresh"] = () => Response.json({}, { status: 404 });
  live(Missing, props);
  await screen.findByRole("heading", { level: 1, name: "Article Not Found" });
  screen.getByText(props.texts.missing.text);
  expect(said).not.toHaveBeenCalled();
});

test("without the API it is not called missing for good", async () => {
  const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  live(Missing, props);
  await screen.findByText(/we cannot look further right now/);
  expect(said.mock.calls.map(([words]) => words)).toEqual([
    `could not fetch ${window.location.origin}/api article fresh:`,
  ]);
});

test("at an address that is no article's nothing is asked", async () => {
  window.history.replaceState(null, "", "/nowhere");
  live(Missing, props);
  await idle();
  expect(calls).toEqual([]);
});
