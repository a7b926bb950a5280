/** Which worker this is; vitest counts them from one. A fixture for what all its files share. */
export const worker = () => Number(process.env.VITEST_POOL_ID);

/** Of what every worker has one, that of the worker that asks. */
export const ofWorker = <T>(all: T[]): T => all[worker() - 1] as T;

/** What vitest gives a fixture to say how it ends. */
export interface Fixture {
  onCleanup: (end: () => Promise<void>) => void;
}
