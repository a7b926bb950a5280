import { once } from "node:events";
import { readFileSync } from "node:fs";
import type http from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "./failure";
import { Keys } from "./keys";

/** Reads the environment and the version of the code from `buildId`. Throws one error that names every problem. */
export function configuration(env: NodeJS.ProcessEnv, buildId: string) {
  const problems: string[] = [];
  const attempt = <T>(read: () => T, problem?: string): T | undefined => {
    try {
      return read();
    } catch (error) {
      problems.push(problem ?? messageOf(error));
      return undefined;
    }
  };
  const port = Number(env.PUBLISHER_PORT || "4200");
  if (!Number.isInteger(port) || port < 0 || port > 65535) problems.push("PUBLISHER_PORT must be a port number");
  const keys = attempt(() => new Keys(readSecret(env, "PUBLISH_SECRET")));
  const missing = "the base build is missing: run `npm run build:publisher`";
  const codeVersion = attempt(() => readFileSync(buildId, "utf8").trim(), missing);
  const metrics = parseAddress(env.PUBLISHER_METRICS_ADDR ?? "");
  if (metrics === null) problems.push("PUBLISHER_METRICS_ADDR must be an address and a port, such as 127.0.0.1:9465");
  if (!keys || !codeVersion || problems.length)
    throw new Error(`cannot start:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  const address = { port, host: env.PUBLISHER_HOST || "127.0.0.1" };
  const api = (env.CMS_API_URL || "http://127.0.0.1:8080").replace(/\/+$/, "");
  return { address, keys, metrics, api, codeVersion };
}

/**
 * Reads a secret from the variable `name`, or from the file that `name_FILE` names, without line ends at its end; ""
 * when neither is set. Throws when both are, or when the file cannot be read.
 */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] ?? "";
  if (env[name]) throw new Error(`${name} and ${name}_FILE are both set; set one of them`);
  return readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
}

type Address = { host: string; port: number };

/** Reads an address and port, such as 127.0.0.1:9465. Undefined for an empty text, null for any other. */
export function parseAddress(text: string): Address | undefined | null {
  if (!text) return undefined;
  const parts = /^\[?([^\]]*)\]?:(\d{1,5})$/.exec(text);
  return parts && Number(parts[2]) <= 65_535 ? { host: parts[1] || "0.0.0.0", port: Number(parts[2]) } : null;
}

/** Makes the server listen and returns its port. Fails with a sentence that names the `setting` of the address. */
export async function listen(server: http.Server, { host, port }: Address, setting: string): Promise<number> {
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const taken = code === "EADDRINUSE" && "which another program has taken; choose a free one";
    throw new Error(`${setting} is ${host}:${port}, ${taken || `where nothing can listen: ${message}`}`, {
      cause: error,
    });
  }
  return (server.address() as AddressInfo).port;
}
