import { usageOf } from "../budget";

/** How much faster than it does the processor's time of render processes seems to pass, and their memory to grow. */
export const usage = { processor: 1, memory: 1 };

/** What a process has taken, as `usage` makes it seem. */
export const seeming: typeof usageOf = async (pid) => {
  const { processor, bytes } = await usageOf(pid);
  return { processor: processor * usage.processor, bytes: bytes * usage.memory };
};
