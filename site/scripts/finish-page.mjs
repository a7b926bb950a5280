import { lateScripts } from "./late-scripts.mjs";

// Where Next cuts a page's payload follows from how its streams fill up: a longer telephone number in the layout moves the
// cut on some pages. In one piece, a page differs from another rendering of it only where its content does.
const CUT = '"])</script><script>self.__next_f.push([1,"';

/**
 * What is done to a page after Next: its payload in one piece, its scripts late.
 *
 * @param {string} html A page as Next writes it.
 * @returns {string} The same for the same page.
 */
export const finishPage = (html) => lateScripts(html.replaceAll(CUT, ""));
