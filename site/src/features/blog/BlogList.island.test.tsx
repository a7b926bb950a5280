import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, calls, defaults, live } from "@/islands/testing";
import BlogList from "./BlogList";
import { blogList, blogSearch } from "./fields";

const months = "January, February, March, April, May, June, July, August, September, October, November, December";
const article = (title: string) => ({
  id: title,
  slug: title.toLowerCase(),
  title,
  excerpt: "",
  banner_image: "",
  author: "Asha",
  category: "",
  publish_date: null,
  created_at: "2026-01-02T00:00:00Z",
});
const articles = ["One", "Two", "Three"].map(article);
const props = {
  articles,
  comingSoon: false,
  page: 1,
  pages: 1,
  pageSize: 24,
  timezone: "Asia/Kolkata",
  dates: { date: "{month} {day}, {year}", months },
  texts: { list: defaults(blogList), search: defaults(blogSearch) },
};
const titles = () => screen.queryAllByRole("heading").map((heading) => heading.textContent);
const field = () => screen.getByLabelText<HTMLInputElement>("Search articles");
const address = () => window.location.pathname + window.location.search;

/** Answers a search with so many of the articles that have the words. */
function finding(found: Record<string, string[]>) {
  answers["GET /api/articles"] = ({ url }) => {
    const { searchParams: asked } = new URL(url);
    const all = found[asked.get("q") ?? ""] ?? articles.map(({ title }) => title);
    const page = all.slice(0, Number(asked.get("limit"))).map(article);
    return Response.json(page, { headers: { "X-Total-Count": `${all.length}` } });
  };
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  window.history.replaceState(null, "", "/blog");
});

test("a search finds articles by their words, keeps them in the address, and is taken back", async () => {
  finding({ constitution: ["Polity"], तैयारी: ["One", "Two"], "no such word": [] });
  live(BlogList, props);
  for (const [words, said, found] of [
    ["constitution{Enter}", "1 article with “constitution”", ["Polity"]],
    ["तैयारी", "2 articles with “तैयारी”", ["One", "Two"]],
    [" no such word ", "No article with “no such word”", []],
  ] as const) {
    await userEvent.clear(field());
    await userEvent.type(field(), words);
    if (!words.endsWith("{Enter}")) await userEvent.click(screen.getByRole("button", { name: "Search" }));
    expect((await screen.findByText(said)).role).toBe("status");
    expect(titles()).toEqual(found);
    const query = new URLSearchParams(window.location.search).get("q");
    expect([query, field().value]).toEqual([words.replace("{Enter}", "").trim(), query]);
  }
  await userEvent.click(screen.getByRole("button", { name: "Show all articles" }));
  await waitFor(() => expect(titles()).toEqual(["One", "Two", "Three"]));
  expect([address(), field().value]).toEqual(["/blog", ""]);
});

test("words that are too long stay whole, and the browser says how many they are", async () => {
  finding({});
  live(BlogList, props);
  fireEvent.input(field(), { target: { value: "क्ष".repeat(201) } });
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  const fault = "Give at most 200 characters; these are 201.";
  expect([field().value.length, field().validationMessage, address()]).toEqual([603, fault, "/blog"]);
  fireEvent.input(field(), { target: { value: "क्ष".repeat(200) } });
  expect(field().validationMessage).toBe("");
});

test("an address with words searches for them", async () => {
  finding({ ncert: ["One"] });
  window.history.replaceState(null, "", "/blog?q=ncert");
  live(BlogList, props);
  await screen.findByText("1 article with “ncert”");
  expect([field().value, titles()]).toEqual(["ncert", ["One"]]);
});

test("more than a page of them come page by page", async () => {
  const many = Array.from({ length: 30 }, (_, i) => `Note ${i}`);
  finding({ notes: many });
  window.history.replaceState(null, "", "/blog?q=notes");
  live(BlogList, props);
  await screen.findByText("30 articles with “notes”");
  expect(titles()).toEqual(many.slice(0, 24));
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(titles()).toEqual(many));
  expect(screen.queryByRole("button", { name: "Show more" })).toBe(null);
});

test("a search that cannot be reached says so and keeps the words", async () => {
  live(BlogList, props);
  await userEvent.type(field(), "notes{Enter}");
  expect((await screen.findByText(/^The search cannot be reached right now/)).role).toBe("alert");
  expect(field().value).toBe("notes");
  await userEvent.click(screen.getByRole("button", { name: "Show all articles" }));
  await waitFor(() => expect(titles()).toEqual(["One", "Two", "Three"]));
});

test("without articles it says so, also once the last one is gone", async () => {
  answers["GET /release.json"] = () => ({ fingerprint: "new" });
  answers["GET /api/articles"] = () => Response.json([], { headers: { "Content-Fingerprint": "new" } });
  live(BlogList, props);
  await screen.findByText("No articles published yet. Check back soon!");
  expect(titles()).toEqual([]);
});

test("a banner keeps its point in sight: of the page's own cards, of newer ones and of those that were found", async () => {
  const covered = (title: string, x?: number) => ({
    ...article(title),
    banner_image: `/media/images/${title.toLowerCase()}.jpg`,
    ...(x !== undefined && { focus: { x, y: 75.5 } }),
  });
  const points = () =>
    [...document.querySelectorAll("img")].map((img) => [img.getAttribute("src"), img.style.objectPosition]);
  answers["GET /release.json"] = () => ({ fingerprint: "new" });
  answers["GET /api/articles"] = ({ url }) =>
    Response.json(url.includes("q=") ? [covered("Found", 0)] : [covered("Newer", 25), covered("One", 50)], {
      headers: { "Content-Fingerprint": "new", "X-Total-Count": "1" },
    });
  live(BlogList, { ...props, articles: [covered("One", 10), covered("Two")] });
  expect(points()).toEqual([
    ["/media/images/one.jpg", "10% 75.5%"],
    ["/media/images/two.jpg", ""],
  ]);
  await waitFor(() =>
    expect(points()).toEqual([
      ["/media/images/newer.jpg", "25% 75.5%"],
      ["/media/images/one.jpg", "50% 75.5%"],
    ]),
  );
  await userEvent.type(field(), "words{Enter}");
  await waitFor(() => expect(points()).toEqual([["/media/images/found.jpg", "0% 75.5%"]]));
});

test("while the blog is not open there are no articles on it, also once the API says so", async () => {
  const soon = live(BlogList, { ...props, comingSoon: true });
  expect(titles()).toEqual(["Coming Soon"]);
  within(soon).getByText("We're preparing insightful articles for you. Stay tuned!");
  soon.remove();
  answers["GET /release.json"] = () => ({ fingerprint: "new" });
  answers["GET /api/settings"] = () =>
    Response.json({ blog_show_coming_soon: true }, { headers: { "Content-Fingerprint": "new" } });
  const open = live(BlogList, props);
  await within(open).findByRole("heading", { name: "Coming Soon" });
  expect(within(open).queryByText("One")).toBe(null);
});

test.each([
  [1, [["Older", "/blog/page/2"]]],
  [
    2,
    [
      ["Newer", "/blog"],
      ["Older", "/blog/page/3"],
    ],
  ],
  [3, [["Newer", "/blog/page/2"]]],
])("page %i of three leads to those beside it", async (page, links) => {
  live(BlogList, { ...props, page, pages: 3 });
  const pages = screen.getByRole("navigation", { name: "Pages of the blog" });
  within(pages).getByText(`Page ${page} of 3`);
  const found = within(pages).getAllByRole("link");
  expect(found.map((link) => [link.textContent?.trim(), link.getAttribute("href")])).toEqual(links);
  // It asks for the articles of its own page.
  await waitFor(() =>
    expect(calls.map(({ address }) => address)).toContain(
      `/api/articles?status=published&limit=24&offset=${24 * (page - 1)}`,
    ),
  );
});
