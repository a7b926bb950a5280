/** Tells its listeners what happens; `on` returns what ends that. */
export function signal<T extends unknown[] = []>() {
  const listeners = new Set<(...what: T) => void>();
  return {
    emit: (...what: T) => {
      for (const listener of listeners) listener(...what);
    },
    on: (listener: (...what: T) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
