import http from "node:http";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { CMS } from "./cms";
import type { Keys } from "./keys";
import type { Log } from "./log";
import type { Previews, Question } from "./previews";
import type { Publisher } from "./publisher";

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
  // For as long as a signature is believed, five minutes before and after its time. Only who has the key can fill it.
  // With a resolution it would take the time of an earlier call for that of this one.
  const known = new LRUCache<string, true>({ ttl: 600_000, ttlResolution: 0, max: 10_000 });
  let held = 0;
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
    // Of webhooks, which are short, as many are read as come.
    const counted = url === "/render" ? size : 0;
    if (held + counted > MOST_HELD) return answer(503, { detail: "Too much is sent at the moment." });
    held += counted;
    const gone = new AbortController();
    response.on("close", () => {
      held -= counted;
      gone.abort();
    });
    const body = await buffer(request).catch(() => null);
    // Whoever has sent it has gone.
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
    // Somebody only asks whether the signature is believed.
    if (event.type === "publish.ping") return answer(200, { accepted: false });
    // Whoever sends one again signs it again.
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
