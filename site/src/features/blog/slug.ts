/** The slug in the address of an article; null for every other address. */
export function articleSlug(path: string): string | null {
  const slug = /^\/blog\/([^/]+)\/?$/.exec(path)?.[1];
  if (!slug || slug === "page") return null;
  try {
    return decodeURIComponent(slug);
  } catch {
    return null;
  }
}
