import http from "node:http";
import type { Keys } from "./keys";
import type { Log } from "./log";
import type { Answer, Question } from "./previews";
import { Replays } from "./replays";

// What is signed is read before it is known who has sent it.
const MOST_BYTES = { "/publish": 64 * 1024, "/render": 32 * 1024 * 1024 };
const MOST_HELD = 128 * 1024 * 1024;

/** What is read of a webhook; the content itself is always asked for. */
type Event = { type?: string; data?: { force?: boolean } };

/**
 * The publisher's addresses: POST /publish takes webhooks, POST /render answers pages that are not published, both
 * signed; GET /health says how it is.
 */
export function makeServer(options: {
  keys: Keys;
  /** `traceparent` is what the webhook says of the trace that it belongs to. */
  onPublish: (options: { force: boolean; traceparent: string | undefined }) => void;
  onRender: (question: Question, gone: AbortSignal) => Promise<Answer>;
  health: () => object;
  log: Log;
}): http.Server {
  const replays = new Replays();
  let held = 0;
  return http.createServer((request, response) => {
    const answer = (status: number, body: object, headers = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    };
    const { url = "" } = request;
    if (request.method === "GET" && url === "/health") return answer(200, options.health());
    if (url !== "/publish" && url !== "/render")
      return answer(404, { detail: "There is only /publish, /render and /health." });
    if (request.method !== "POST") return answer(405, { detail: "Send a POST." });
    const most = MOST_BYTES[url];
    const chunks: Buffer[] = [];
    let size = 0;
    let kept = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > most || held + chunk.length > MOST_HELD) return;
      kept += chunk.length;
      held += chunk.length;
      chunks.push(chunk);
    });
    response.on("close", () => {
      held -= kept;
    });
    request.on("end", () => {
      if (size > most) return answer(413, { detail: `What is sent there is smaller than ${most / 1024} KiB.` });
      if (size > kept) return answer(503, { detail: "Too much is sent at the moment." }, { "retry-after": "1" });
      let event: Event & Question;
      try {
        event = options.keys.verify(Buffer.concat(chunks), request.headers as Record<string, string>) as typeof event;
      } catch {
        options.log.warn("refused a webhook that is unsigned, wrongly signed or older than five minutes");
        return answer(401, { detail: "The signature is missing, wrong or too old." });
      }
      if (!event || typeof event !== "object") return answer(400, { detail: "Send a JSON object." });
      if (url === "/render") {
        const gone = new AbortController();
        response.on("close", () => gone.abort());
        void options.onRender(event, gone.signal).then((made) => {
          if (made.status === 200)
            response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(made.page);
          else answer(made.status, made, made.status === 503 ? { "retry-after": String(made.retryAfter) } : {});
        });
        return;
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
