/** Reads a paged list to its end. An entry that moves to the next page meanwhile comes once. */
export async function readAll<T extends { id: string }>(
  size: number,
  fetchPage: (limit: number, offset: number) => Promise<{ items: T[]; total: number }>,
): Promise<T[]> {
  const all = new Map<string, T>();
  for (let offset = 0; ; offset += size) {
    const { items, total } = await fetchPage(size, offset);
    for (const item of items) all.set(item.id, item);
    if (items.length === 0 || offset + items.length >= total) return [...all.values()];
  }
}
