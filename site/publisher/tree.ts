import { addressesOf, routes } from "@/content/routes";

/** The route under which 404.html is kept: a static host looks for it; Next exports the same page under both names. */
export const NOT_FOUND_FILE = "/404";

const addresses = Object.keys(routes).map(addressesOf);

/** Whether a file of an exported tree belongs to the code: scripts, styles, fonts, icons. */
export const isAsset = (file: string): boolean => !routeOf(file);

/** The route that a file of an exported tree belongs to. */
export function routeOf(file: string): string | null {
  const route = file === "/index.html" ? "/" : file.replace(/\.html$/, "");
  return route === NOT_FOUND_FILE || addresses.some((address) => address.test(route)) ? route : null;
}

/** The file of a page. */
export const pageFile = (route: string): string => `${route === "/" ? "/index" : route}.html`;
