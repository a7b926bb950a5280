import type { PublishStatus } from "@/api/types";
import type { PageModel } from "@/model/types";
import { editAddress } from "@/resources/collections";
import { addressOf } from "@/ui/address";

/** Why the page of an article could not be built; undefined while it could. */
export function failureOf(status: PublishStatus | undefined, slug: string | undefined): string | undefined {
  return status?.failures.find(({ path }) => pathOf(path) === `/blog/${slug}`)?.reason;
}

/** A page's path as people write it. */
export function pathOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Tabs by the paths of the pages that show what they hold. */
const TABS: readonly [paths: RegExp, to: string, label: string][] = [
  [/^\/$/, editAddress("sections"), "Open Sections"],
  [/^\/adhva-vibes-psi$/, addressOf("psi"), "Open PSI"],
  [/^\/videos$/, editAddress("videos"), "Open Videos"],
  [/^\/(blog|sitemap)/, editAddress("articles"), "Open Articles"],
];

/**
 * Returns where in the dashboard the content of a page is edited. The texts of `pages` stand under Pages; editors made
 * the pages in `made`.
 */
export function placeOf(
  path: string,
  pages: readonly PageModel[],
  made: readonly { id: string; path: string }[] = [],
): { to: string; label: string } {
  const [, page, drawn, picture] = PAGE_OR_PICTURE.exec(pathOf(path)) ?? [];
  const slug = page ?? drawn;
  if (slug) return { to: editAddress("articles", slug), label: "Edit the article" };
  const own = made.find((page) => page.path === (picture ? pathOfPicture(picture) : pathOf(path)));
  if (own) return { to: editAddress("pages", own.id), label: "Edit the page" };
  if (picture) return textsOf(picture === "home" ? "site" : pageOfPicture(picture, pages));
  const [, to, label] = TABS.find(([paths]) => paths.test(path)) ?? [];
  if (to && label) return { to, label };
  // Settings are on every page, and in files that are none.
  if (path.includes(".")) return { to: editAddress("settings"), label: "Open Settings" };
  return textsOf(pages.find(({ route }) => route && (path === route || path.startsWith(`${route}/`)))?.page);
}

/** The page of an article, its picture, and the picture of another page. */
const PAGE_OR_PICTURE = /^(?:\/blog\/([^/.]+)|\/preview\/blog\/(.+)\.png|\/preview\/([^/]+)\.png)$/;

/** The page that editors made whose picture this is: "page.kas-2027.fees" is that of /kas-2027/fees. */
const pathOfPicture = (picture: string) =>
  picture.startsWith("page.") ? picture.slice("page".length).replaceAll(".", "/") : undefined;

/** "resources-pyqs" is the picture of /resources/pyqs, whose texts are those of /resources. */
function pageOfPicture(picture: string, pages: readonly PageModel[]): string | undefined {
  const start = (route: string) => `${route.slice(1).replaceAll("/", "-")}-`;
  const found = pages.filter(({ route }) => route && `${picture}-`.startsWith(start(route)));
  return found.sort((one, other) => (other.route?.length ?? 0) - (one.route?.length ?? 0))[0]?.page;
}

/** The texts of a page, or all pages where it is not known. */
const textsOf = (page: string | undefined) => ({
  to: addressOf("pages", page ? { page } : {}),
  label: "Open Pages",
});

/** "1 page", "12 pages". */
export function countOfPages(count: number): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? "page" : "pages"}`;
}
