import http from "node:http";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { CMS } from "./cms";
import type { Keys } from "./keys";
import type { Log } from "./log";
import type { Previews, Question } from "./previews";
import type { Publisher } from "./publisher";

// A body is read before its signature is checked: how long one is at most, and all bodies of /render together.
const MOST_BYTES = { "/publish": 64 * 1024, "/render": 32 * 1024 * 1024 };
const MOST_BYTES_AT_ONCE = 128 * 1024 * 1024;

/** The members of a webhook that are read; the content itself is always asked for. */
type Event = { type?: string; data?: { force?: boolean } };

interface Options {
  keys: Keys;
  cms: Pick<CMS, "follow">;
  publisher: Pick<Publisher, "publish" | "state">;
  previews: Pick<Previews, "ask">;
  log: Log;
}

/** Answers POST /publish, a webhook, and POST /render, a preview, both signed; and GET /health. */
export function makeServer({ keys, cms, publisher, previews, log }: Options): http.Server {
  // For as long as a signature is accepted, five minutes before and after its time. Only who has the key can fill it.
  // Without a resolution of 0 it would take the time of an earlier call for that of this one.
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
    const most = MOST_BYTES[url];
    const size = Number(headers["content-length"]);
    if (!(size <= most)) return answer(413, { detail: `Say how long it is, at most ${most / 1024} KiB.` });
    const counted = url === "/render" ? size : 0;
    if (reading + counted > MOST_BYTES_AT_ONCE) return answer(503, { detail: "Too much is sent at the moment." });
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
    // Only asks whether the signature is accepted.
    if (event.type === "publish.ping") return answer(200, { accepted: false });
    // The CMS signs a webhook anew when it sends it again.
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
