/** The 11-character id of the video at an address of YouTube, whatever form it has; null when it is another address. */
export function youtubeId(address: URL): string | null {
  const host = address.hostname.replace(/^(www|m|music)\./, "");
  const [first = "", second = ""] = address.pathname.split("/").filter(Boolean);
  let id: string | null = null;
  if (host === "youtu.be") id = first;
  else if (/^youtube(-nocookie)?\.com$/.test(host)) {
    id = /^(embed|shorts|live|v)$/.test(first) ? second : address.searchParams.get("v");
  }
  return id && /^[\w-]{11}$/.test(id) ? id : null;
}
