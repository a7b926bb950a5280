/** Replaces next/navigation in the browser, where each page is a document of its own. */
export const usePathname = () => location.pathname;
