/** Menus and panels open inside the tab, so that they belong to the page's main part. */
export const PORTAL = { target: "#tab-panel" };
