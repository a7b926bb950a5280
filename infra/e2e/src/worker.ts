/** Of what every worker has one, that of the worker that asks; vitest counts them from one. */
export const ofWorker = <T>(all: T[]): T => all[Number(process.env.VITEST_POOL_ID) - 1] as T;
