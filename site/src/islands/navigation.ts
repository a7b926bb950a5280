/** What stands for next/navigation in the browser: each page is a document of its own. */
export const usePathname = () => location.pathname;
