import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";

const PREFIX = "whsec_";
const FEWEST_BYTES = 24;

/**
 * The keys that the CMS and the publisher share. All sign and any is believed, so that a key can be changed on one side
 * after the other.
 */
export class Keys {
  private readonly webhooks: Webhook[];
  private readonly keys: Buffer[];

  /** Reads secrets, comma-separated: each is "whsec_" and base64 of at least 24 bytes. Throws when one is not, or none. */
  constructor(text: string) {
    const secrets = text.split(",").flatMap((secret) => secret.trim() || []);
    this.keys = secrets.map((secret) =>
      Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "", "base64"),
    );
    if (secrets.length === 0 || this.keys.some((key) => key.length < FEWEST_BYTES))
      throw new Error(
        "PUBLISH_SECRET must be whsec_ followed by at least 24 bytes in base64, the same as the CMS has; several are comma-separated",
      );
    this.webhooks = secrets.map((secret) => new Webhook(secret));
  }

  /** The value of the header webhook-signature. The library signs text alone, and pictures are none. */
  sign(id: string, at: Date, body: string | Buffer): string {
    const signed = `${id}.${seconds(at)}.`;
    return this.keys
      .map((key) => `v1,${createHmac("sha256", key).update(signed).update(body).digest("base64")}`)
      .join(" ");
  }

  /** The headers that sign a message sent now; a GET has an empty body. */
  headers(id: string, body: string | Buffer): Record<string, string> {
    const now = new Date();
    return {
      "webhook-id": id,
      "webhook-timestamp": seconds(now),
      "webhook-signature": this.sign(id, now, body),
    };
  }

  /** Returns the message; throws unless it was signed with one of the keys, at most five minutes ago. */
  verify(body: Buffer, headers: Record<string, string>): unknown {
    let refused: unknown;
    for (const webhook of this.webhooks) {
      try {
        return webhook.verify(body, headers);
      } catch (error) {
        refused = error;
      }
    }
    throw refused;
  }
}

const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));
