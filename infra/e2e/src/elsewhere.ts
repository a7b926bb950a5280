import { createServer as createPlain, type RequestListener } from "node:http";
import { createServer as createSecure } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { png } from "@academy/shared/test/png";
import { generate } from "selfsigned";

/** What a TLS connection begins with. */
const HANDSHAKE = 0x16;

/** A page, or a picture where one is asked for. */
const answer: RequestListener = (request, response) => {
  const [type, body] = request.headers.accept?.startsWith("image/")
    ? ["image/png", png(1, 1, [0, 0, 0])]
    : ["text/html", "<!doctype html><title>Elsewhere</title>"];
  response.writeHead(200, { "Content-Type": type }).end(body);
};

/**
 * Answers in the place of all other sites, so that tests neither wait for the internet nor depend on it: HTTP and HTTPS
 * at one port, because a browser is given one for all of a host.
 */
export async function elsewhere(): Promise<{ port: number; close: () => void }> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "elsewhere.test" }], { keyType: "ec" });
  const plain = createPlain(answer);
  const secure = createSecure({ key, cert }, answer);
  const server = createServer((socket) => {
    // A browser opens more than it uses, and drops what it does not.
    socket.on("error", () => socket.destroy());
    socket.once("data", (begun) => {
      // Until the server that gets the connection listens to it.
      socket.pause();
      socket.unshift(begun);
      (begun[0] === HANDSHAKE ? secure : plain).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
