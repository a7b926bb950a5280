const levels = ["debug", "info", "warn", "error"] as const;
type Level = (typeof levels)[number];

/** One line an event, in the form of the API's text log: level, message, then key=value. */
export type Log = Record<Level, (message: string, fields?: Record<string, unknown>) => void>;

export function makeLog(level: string, write: (line: string) => void = (line) => console.log(line)): Log {
  const least = Math.max(0, levels.indexOf(level.toLowerCase() as Level));
  const writeAt = (rank: number, message: string, fields: Record<string, unknown> = {}) => {
    const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${format(value)}`);
    if (rank >= least) write(`${levels[rank]?.toUpperCase().padEnd(5)} ${message}${rest.join("")}`);
  };
  const [debug, info, warn, error] = levels.map((_, rank) => writeAt.bind(null, rank));
  return { debug, info, warn, error } as Log;
}

function format(value: unknown): string {
  if (typeof value === "number") return String(Math.round(value * 10) / 10);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /[\s"=]/.test(text) ? JSON.stringify(text) : text;
}
