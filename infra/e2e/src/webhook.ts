import { createHmac, randomUUID } from "node:crypto";

/** Headers of a signed webhook (Standard Webhooks), as of `at` in seconds since 1970. */
export function signed(secret: string, body: string, at = Math.floor(Date.now() / 1000)): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": `v1,${signature}`,
  };
}
