/** The route under which 404.html is kept: a static host looks for it; Next exports the same page under both names. */
export const NOT_FOUND_FILE = "/404";

/** The file of a page. */
export const pageFile = (route: string): string => `${route === "/" ? "/index" : route}.html`;
