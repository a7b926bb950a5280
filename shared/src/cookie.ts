/**
 * Whether a session may be open, by the cookie that the API sets and clears beside it: readable, and without a secret.
 * Over TLS its name begins with __Host-.
 */
export function saysSignedIn(cookies = document.cookie): boolean {
  return /(?:^|;\s*)(?:__Host-)?signed_in=1(?:;|$)/.test(cookies);
}
