import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import path from "node:path";
import { Duplex } from "node:stream";
import type createNext from "next";
import { NAME, type Prepared, registry } from "@/app/prepared";
import { finishPage, NOT_FOUND } from "./next-output.mjs";

/** A file by its path in the release. */
export interface File {
  file: string;
  content: Buffer;
}

const HEAD_END = "\r\n\r\n";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Starts Next's custom server (https://nextjs.org/docs/app/guides/custom-server) on the build in `app`, the folder with
 * .next and next.config.mjs. Returns a function that renders one page and rejects with the reason when that fails;
 * pages that are rendered at the same time do not affect each other.
 */
export async function openServer(app: string): Promise<(page: Prepared) => Promise<File>> {
  // The preview pictures read their fonts from the working directory.
  process.chdir(app);
  const next: typeof createNext = createRequire(path.join(app, "next.config.mjs"))("next");
  const server = next({ dev: false, dir: app, quiet: true });
  await server.prepare();
  const handle = server.getRequestHandler();
  let count = 0;
  return async (page) => {
    const name = String(++count);
    registry.set(name, page);
    try {
      const { status, body } = await ask(handle, page.path, name);
      if (page.problem) throw new Error(page.problem);
      if (status !== (page.path === NOT_FOUND ? 404 : 200)) throw new Error(`Next answered with status ${status}`);
      if (!body.subarray(0, 9).equals(Buffer.from("<!DOCTYPE"))) return { file: page.path, content: body };
      const file = `${page.path === "/" ? "/index" : page.path}.html`;
      return { file, content: Buffer.from(finishPage(body.toString())) };
    } finally {
      registry.delete(name);
    }
  };
}

/** Has the handler answer a GET over a socket in memory. */
async function ask(handle: Handler, url: string, name: string): Promise<{ status: number; body: Buffer }> {
  // Without a User-Agent Next may stream the metadata after the page.
  const headers = { host: "localhost", "user-agent": "publisher", [NAME]: name };
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url, headers });
  request.push(null);
  const response = new ServerResponse(request);
  const chunks: Buffer[] = [];
  const socket = new Duplex({
    // Without a limit, because nothing would emit "drain".
    writableHighWaterMark: Number.MAX_SAFE_INTEGER,
    read() {},
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  response.assignSocket(socket as Socket);
  const finished = once(response, "finish");
  await handle(request, response);
  await finished;
  const written = Buffer.concat(chunks);
  return { status: response.statusCode, body: written.subarray(written.indexOf(HEAD_END) + HEAD_END.length) };
}
