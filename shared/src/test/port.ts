import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A free port that stays free while nobody listens: outside the range from which systems choose ports for connections
 * and for who asks for any.
 */
export async function keptPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise((closed) => server.close(closed));
    if (free) return port;
  }
}
