const levels = ["debug", "info", "warn", "error"] as const;
type Level = (typeof levels)[number];

/** One line an event, in the form of the API's text log: level, message, then key=value. */
export type Log = Record<Level, (message: string, fields?: Record<string, unknown>) => void>;

export function makeLog(level: string, write: (line: string) => void = (line) => console.log(line)): Log {
  const least = Math.max(0, levels.indexOf(level.toLowerCase() as Level));
  const at =
    (name: Level, rank: number) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (rank < least) return;
      const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${format(value)}`);
      write(`${name.toUpperCase().padEnd(5)} ${message}${rest.join("")}`);
    };
  return { debug: at("debug", 0), info: at("info", 1), warn: at("warn", 2), error: at("error", 3) };
}

function format(value: unknown): string {
  if (typeof value === "number") return String(Math.round(value * 10) / 10);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /[\s"=]/.test(text) ? JSON.stringify(text) : text;
}
