/**
 * Has a page ask for its scripts once its first screen is painted, in the order in which it named them. On a slow network
 * they would otherwise share the line with the stylesheet, the font and the picture that the screen is made of, though
 * nothing on it needs them. What cannot be seen is not painted: a page in the background asks at once.
 *
 * @param {string} html A page as Next writes it.
 * @returns {string} The same for the same page.
 */
export function lateScripts(html) {
  /** @type {string[]} */
  const sources = [];
  const rest = html
    .replace(/<link rel="preload" as="script"[^>]*>/g, "")
    .replace(/<script src="(\/_next\/[^"]+)" async=""><\/script>/g, (_, source) => {
      sources.push(source);
      return "";
    });
  if (sources.length === 0) return html;
  const end = rest.lastIndexOf("</body>");
  return `${rest.slice(0, end)}<script data-late="${sources.join(" ")}">${LOADER}</script>${rest.slice(end)}`;
}

// The same text on every page: the page's policy knows it by its hash (cms-api/internal/publishing/release/policy.go). Scripts that a
// script adds are async, as Next's are; React looks for the attribute.
const LOADER =
  '{const s=document.currentScript.dataset.late.split(" "),l=()=>{for(const u of s){const e=document.createElement("script");e.src=u;e.setAttribute("async","");document.head.append(e)}};document.hidden||!(self.PerformanceObserver?.supportedEntryTypes??[]).includes("paint")?l():new PerformanceObserver((_,o)=>{o.disconnect();l()}).observe({type:"paint",buffered:true})}';
