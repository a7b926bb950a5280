/** The address of a tab. */
export function addressOf(tab: string, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(tab === "home" ? more : { tab, ...more });
  return query.size === 0 ? "/admin/dashboard" : `/admin/dashboard?${query}`;
}
