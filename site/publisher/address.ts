import { once } from "node:events";
import type http from "node:http";
import type { AddressInfo } from "node:net";

type Address = { host: string; port: number };

/** Reads an address and port, such as 127.0.0.1:9465; null when it is neither empty nor one. */
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
