/** How often About must be clicked in a row to reach the sign-in page. */
const CLICKS_NEEDED = 7;
/** The longest pause between two clicks of one row, in milliseconds. */
const LONGEST_PAUSE = 8000;

/**
 * Counts a click at `now`, in milliseconds, and answers whether it is the last of a row of `needed` in which each follows
 * the previous within `pause`; then it starts afresh. The count is kept in `storage`, because each click opens another
 * document. Runs as text in the page too, so it uses nothing from around it.
 */
function count(storage: Pick<Storage, "getItem" | "setItem">, now: number, needed: number, pause: number): boolean {
  const [clicks, last] = (storage.getItem("about-clicks") ?? "").split(" ").map(Number);
  const row = last && now - last <= pause ? Number(clicks) + 1 : 1;
  storage.setItem("about-clicks", row < needed ? `${row} ${now}` : "");
  return row >= needed;
}

export const secretClick = (storage: Pick<Storage, "getItem" | "setItem">, now: number) =>
  count(storage, now, CLICKS_NEEDED, LONGEST_PAUSE);

/** Counts the clicks on About in the navigation bar. It stands in the page itself: clicks count before its scripts have come. */
export const secretScript = `addEventListener("click",e=>{try{if(e.target.closest('#main-menu [href="/about-us"]')&&(${count})(sessionStorage,Date.now(),${CLICKS_NEEDED},${LONGEST_PAUSE})){e.preventDefault();location.assign("/auth")}}catch{}})`;
