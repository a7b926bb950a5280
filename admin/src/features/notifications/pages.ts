/** Reads a paged list to its end. */
export async function mapPages<T>(
  size: number,
  fetchPage: (limit: number, offset: number) => Promise<{ items: T[]; total: number }>,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const { items, total } = await fetchPage(size, all.length);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}
