import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { waitFor } from "@testing-library/react";

/** One request that a receiver was sent. */
export interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server of somebody who is told of changes. */
export class Receiver {
  readonly messages: Message[] = [];
  /** The status that it answers. */
  status = 202;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on("request", (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        receiver.messages.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
        response.writeHead(receiver.status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Waits for a message that tells of the content with this fingerprint. */
  toldOf(fingerprint: string): Promise<Message> {
    return waitFor(() => {
      const told = this.messages.find(({ body }) => JSON.parse(body).data?.fingerprint === fingerprint);
      if (!told) throw new Error("the receiver is not told");
      return told;
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Whether a message was signed with the secret, as Standard Webhooks lays down. */
export function verified({ headers, body }: Message, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const right = createHmac("sha256", key).update(signed).digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .map((each) => Buffer.from(each.replace(/^v1,/, ""), "base64"))
    .some((each) => each.length === right.length && timingSafeEqual(each, right));
}
