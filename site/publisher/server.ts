import http from "node:http";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { CMS } from "./cms";
import type { Keys } from "./keys";
import type { Log } from "./log";
import type { Previews, Question } from "./previews";
import type { Publisher } from "./publisher";

// Bodies are read before their signatures are checked, so they are limited, and all bodies for /render together.
const MAX_BYTES = { "/publish": 64 * 1024, "/render": 32 * 1024 * 1024 };
const MAX_BYTES_AT_ONCE = 128 * 1024 * 1024;

/** The members of a webhook that are used. The content itself is always requested. */
type Event = { type?: string; data?: { force?: boolean } };

interface Options {
  keys: Keys;
  cms: Pick<CMS, "follow">;
  publisher: Pick<Publisher, "publish" | "state">;
  previews: Pick<Previews, "ask">;
  log: Log;
}

/** Serves POST /publish (a webhook) and POST /render (a preview), both signed, and GET /health. */
export function makeServer({ keys, cms, publisher, previews, log }: Options): http.Server {
  // Kept for ten minutes: a signature is accepted five minutes before and after its time. Only signed webhooks fill it.
  // With another resolution the cache would use the time of an earlier call.
  const known = new LRUCache<string, true>({ ttl: 600_000, ttlResolution: 0, max: 10_000 });
  let reading = 0;
  return http.createServer(async (request, response) => {
    const answer = (status: number, body: object) => {
      const later = status === 503 ? { "retry-after": "2" } : {};
      response.writeHead(status, { "content-type": "application/json", ...later }).end(JSON.stringify(body));
    };
    const { url, method, headers } = request;
    if (method === "GET" && url === "/health") return answer(200, publisher.state);
    if (url !== "/publish" && url !== "/render")
      return answer(404, { detail: "There is only /publish, /render and /health." });
    if (method !== "POST") return answer(405, { detail: "Send a POST." });
    const most = MAX_BYTES[url];
    const size = Number(headers["content-length"]);
    if (!(size <= most)) return answer(413, { detail: `Say how long it is, at most ${most / 1024} KiB.` });
    const counted = url === "/render" ? size : 0;
    if (reading + counted > MAX_BYTES_AT_ONCE) return answer(503, { detail: "Too much is sent at the moment." });
    reading += counted;
    const gone = new AbortController();
    response.on("close", () => {
      reading -= counted;
      gone.abort();
    });
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    let event: Event & Question;
    try {
      event = keys.verify(body, headers as Record<string, string>) as typeof event;
    } catch {
      log.warn("refused a webhook that is unsigned, wrongly signed or older than five minutes");
      return answer(401, { detail: "The signature is missing, wrong or too old." });
    }
    if (!event || typeof event !== "object") return answer(400, { detail: "Send a JSON object." });
    if (url === "/render") {
      const made = await previews.ask(event, gone.signal);
      if (made.status !== 200) return answer(made.status, made);
      return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(made.page);
    }
    // A ping only checks whether the signature is accepted.
    if (event.type === "publish.ping") return answer(200, { accepted: false });
    // When the CMS repeats a webhook, it signs it again.
    const signed = `${headers["webhook-id"]} ${headers["webhook-timestamp"]}`;
    if (known.has(signed)) {
      log.warn("ignored a webhook that was sent before");
      return answer(202, { accepted: false });
    }
    known.set(signed, true);
    answer(202, { accepted: true });
    cms.follow([headers.traceparent].flat()[0]);
    publisher.publish({ force: event.data?.force === true });
  });
}
