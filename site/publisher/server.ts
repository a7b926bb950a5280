import http from "node:http";
import type { Keys } from "./keys";
import type { Log } from "./log";
import { Replays } from "./replays";

const MOST_BYTES = 64 * 1024;

/** What is read of a webhook; the content itself is always asked for. */
type Event = { type?: string; data?: { force?: boolean } };

/** The publisher's two addresses: POST /publish takes signed webhooks, GET /health says how it is. */
export function makeServer(options: {
  keys: Keys;
  /** `traceparent` is what the webhook says of the trace that it belongs to. */
  onPublish: (options: { force: boolean; traceparent: string | undefined }) => void;
  health: () => object;
  log: Log;
}): http.Server {
  const replays = new Replays();
  return http.createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.method === "GET" && request.url === "/health") return answer(200, options.health());
    if (request.url !== "/publish") return answer(404, { detail: "There is only /publish and /health." });
    if (request.method !== "POST") return answer(405, { detail: "Send a POST." });
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_BYTES) chunks.push(chunk);
    });
    request.on("end", () => {
      if (size > MOST_BYTES) return answer(413, { detail: "A webhook is smaller than 64 KiB." });
      let event: Event;
      try {
        event = options.keys.verify(Buffer.concat(chunks), request.headers as Record<string, string>) as Event;
      } catch {
        options.log.warn("refused a webhook that is unsigned, wrongly signed or older than five minutes");
        return answer(401, { detail: "The webhook's signature is missing, wrong or too old." });
      }
      // Somebody only asks whether the signature is believed.
      if (event.type === "publish.ping") return answer(200, { accepted: false });
      if (!replays.first(`${request.headers["webhook-id"]} ${request.headers["webhook-timestamp"]}`)) {
        options.log.warn("ignored a webhook that was sent before");
        return answer(202, { accepted: false });
      }
      answer(202, { accepted: true });
      const traceparent = [request.headers.traceparent].flat()[0];
      options.onPublish({ force: event.data?.force === true, traceparent });
    });
  });
}
