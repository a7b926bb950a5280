/**
 * Tells the publish status that something public may just have been saved, so
 * that it looks at once instead of at its next quiet turn.
 */
const listeners = new Set<() => void>();

export function noteSaved() {
  for (const listener of listeners) listener();
}

export function onSaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
