/** The preview's file for a page: "/resources/pyqs" has "resources-pyqs.png", the home page "home.png". */
export const previewName = (path: string) => `${path.slice(1).replaceAll("/", "-") || "home"}.png`;

/** Addresses of the pictures that other sites show beside a link. */
export const previewOf = (path: string) => `/preview/${previewName(path)}`;
export const previewOfArticle = (slug: string) => `/preview/blog/${slug}.png`;
/** Of a page that editors made: names of such have a dot more, so that no other page's picture has the same. */
export const previewNameOfEditors = (path: string) => `page${path.replaceAll("/", ".")}.png`;
