/**
 * Counts a click at `now`, in milliseconds, and answers whether it is the seventh of a row in which each follows the
 * previous within 8 seconds; then it starts afresh. The count is kept in `storage`, because each click opens another
 * document. Runs as text in the page, so it uses nothing from around it.
 */
export function secretClick(storage: Pick<Storage, "getItem" | "setItem">, now: number): boolean {
  const [clicks = 0, last = 0] = `${storage.getItem("about")}`.split(" ").map(Number);
  const row = now - last <= 8000 ? clicks + 1 : 1;
  storage.setItem("about", row < 7 ? `${row} ${now}` : "");
  return row >= 7;
}

/** Counts the clicks on About in the navigation bar. In the page itself: clicks count before other scripts have come. */
export const secretScript = `addEventListener("click",e=>{try{if(e.target.closest('#main-menu [href="/about-us"]')&&(${secretClick})(sessionStorage,Date.now())){e.preventDefault();location.assign("/auth")}}catch{}})`;
