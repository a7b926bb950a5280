import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Product } from "./product";

/** A part of a file that was sent: from which byte on, and how many of them went through. */
export interface SentPart {
  from: number;
  bytes: number;
}

/**
 * A line to a product that breaks each time when so many bytes of uploads have gone through it: every connection ends
 * then. It counts what was sent of each upload.
 */
export class CuttingLine {
  /** The parts of each upload, by its address, in the order in which they were sent. */
  readonly sent = new Map<string, SentPart[]>();
  cuts = 0;
  private passed = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server;

  constructor(product: Product, every: number) {
    const { host, hostname, port, origin } = new URL(product.url);
    this.server = createServer((incoming, outgoing) => {
      const { method, url: path = "", headers } = incoming;
      const own = { ...headers, host, ...(headers.origin && { origin }), ...(headers.referer && { referer: origin }) };
      const onwards = request({ hostname, port, method, path, headers: own }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, this.near(answer.headers, origin));
        answer.pipe(outgoing);
        answer.on("error", () => outgoing.destroy());
      });
      onwards.on("error", () => outgoing.destroy());
      outgoing.on("close", () => outgoing.writableFinished || onwards.destroy());
      const part = method === "PATCH" ? { from: Number(headers["upload-offset"]), bytes: 0 } : undefined;
      if (part) this.sent.set(path, [...(this.sent.get(path) ?? []), part]);
      incoming.on("data", (data: Buffer) => {
        onwards.write(data);
        if (!part) return;
        part.bytes += data.length;
        this.passed += data.length;
        if (this.passed < every) return;
        this.passed = 0;
        this.cuts += 1;
        for (const socket of this.sockets) socket.destroy();
      });
      incoming.on("end", () => onwards.end());
      incoming.on("error", () => onwards.destroy());
    });
    this.server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
  }

  /** Opens it on a free port; returns its address, which stands for the product's. */
  async open(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, "127.0.0.1", listening));
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Headers that name the product lead to it through this line. */
  private near(headers: Record<string, unknown>, origin: string) {
    const { location, ...rest } = headers as Record<string, string>;
    return { ...rest, ...(location && { location: location.replace(origin, "") }) };
  }
}
