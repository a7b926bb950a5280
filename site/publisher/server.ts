import http from "node:http";
import type { CMS } from "./cms";
import type { Keys } from "./keys";
import type { Log } from "./log";
import type { Previews, Question } from "./previews";
import type { Publisher } from "./publisher";
import { Replays } from "./replays";

// What is signed is read before it is known who has sent it.
const MOST_BYTES = { "/publish": 64 * 1024, "/render": 32 * 1024 * 1024 };
const MOST_HELD = 128 * 1024 * 1024;

/** What is read of a webhook; the content itself is always asked for. */
type Event = { type?: string; data?: { force?: boolean } };

/** Whom the calls are for. */
interface Options {
  keys: Keys;
  cms: Pick<CMS, "follow">;
  publisher: Pick<Publisher, "publish" | "state">;
  previews: Pick<Previews, "ask">;
  log: Log;
}

/**
 * The publisher's addresses: POST /publish takes webhooks, POST /render answers pages that are not published, both
 * signed; GET /health says how it is.
 */
export function makeServer({ keys, cms, publisher, previews, log }: Options): http.Server {
  const replays = new Replays();
  let held = 0;
  return http.createServer((request, response) => {
    const answer = (status: number, body: object, headers = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    };
    const { url = "" } = request;
    if (request.method === "GET" && url === "/health") return answer(200, publisher.state);
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
    const gone = new AbortController();
    response.on("close", () => {
      held -= kept;
      gone.abort();
    });
    request.on("end", async () => {
      if (size > most) return answer(413, { detail: `What is sent there is smaller than ${most / 1024} KiB.` });
      if (size > kept) return answer(503, { detail: "Too much is sent at the moment." }, { "retry-after": "1" });
      let event: Event & Question;
      try {
        event = keys.verify(Buffer.concat(chunks), request.headers as Record<string, string>) as typeof event;
      } catch {
        log.warn("refused a webhook that is unsigned, wrongly signed or older than five minutes");
        return answer(401, { detail: "The signature is missing, wrong or too old." });
      }
      if (url === "/render") {
        const made = await previews.ask(event, gone.signal);
        if (made.status !== 200)
          return answer(made.status, made, made.status === 503 ? { "retry-after": String(made.retryAfter) } : {});
        return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(made.page);
      }
      // Somebody only asks whether the signature is believed.
      if (event.type === "publish.ping") return answer(200, { accepted: false });
      if (!replays.first(`${request.headers["webhook-id"]} ${request.headers["webhook-timestamp"]}`)) {
        log.warn("ignored a webhook that was sent before");
        return answer(202, { accepted: false });
      }
      answer(202, { accepted: true });
      cms.follow([request.headers.traceparent].flat()[0]);
      publisher.publish({ force: event.data?.force === true });
    });
  });
}
