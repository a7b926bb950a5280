/**
 * Runs what it is given for one thing, named by its key, one after another in the order in which it comes; what is given
 * for others does not wait for it. A failure is that of its call alone.
 */
export function turns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run);
    const ended = turn.then(
      () => {},
      () => {},
    );
    last.set(key, ended);
    void ended.then(() => last.get(key) === ended && last.delete(key));
    return turn;
  };
}
