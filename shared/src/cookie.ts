/**
 * Whether a session may be open, by the readable cookie without a secret that the API sets and clears with it. Over TLS
 * its name begins with __Host-.
 */
export function saysSignedIn(cookies = document.cookie): boolean {
  return /(?:^|;\s*)(?:__Host-)?signed_in=1(?:;|$)/.test(cookies);
}
