import type fs from "node:fs/promises";

/** How much faster than it does the processor's time of other processes seems to pass, and their memory to grow. */
export const usage = { processor: 1, memory: 1 };

/** Node's module, which reads of other processes what `usage` says. */
export function withUsage(actual: typeof fs): typeof fs {
  const readFile = async (file: string, encoding: "utf8") => {
    const text = await actual.readFile(file, encoding);
    if (!file.startsWith("/proc/")) return text;
    // utime and stime of /proc/<pid>/stat, VmRSS of /proc/<pid>/status.
    return text
      .replace(/(?<=^\d+ .*\) (?:\S+ ){11})(\d+) (\d+)/, (_, ...ticks) =>
        ticks
          .slice(0, 2)
          .map((each) => each * usage.processor)
          .join(" "),
      )
      .replace(/(?<=VmRSS:\s+)\d+/, (kilobytes) => `${Math.round(Number(kilobytes) * usage.memory)}`);
  };
  return { ...actual, readFile: readFile as typeof actual.readFile };
}
