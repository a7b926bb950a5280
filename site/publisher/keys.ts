import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";

const PREFIX = "whsec_";
const FEWEST_BYTES = 24;

/** The keys that CMS and publisher share. All sign, any is accepted: a key can be changed on one side first. */
export class Keys {
  private readonly keys: Buffer[];

  /** Reads comma-separated secrets, each "whsec_" and base64 of at least 24 bytes. Throws if one is invalid, or none. */
  constructor(text: string) {
    const secrets = text.split(",").flatMap((secret) => secret.trim() || []);
    this.keys = secrets.map((secret) =>
      Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "", "base64"),
    );
    if (this.keys.length === 0 || this.keys.some((key) => key.length < FEWEST_BYTES))
      throw new Error(
        "PUBLISH_SECRET must be whsec_ followed by at least 24 bytes in base64, the same as the CMS has; several are comma-separated",
      );
  }

  /** The headers that sign a message sent now; a GET has an empty body. The library signs only text, not pictures. */
  headers(id: string, body: string | Buffer) {
    const at = String(Math.floor(Date.now() / 1000));
    const signatureBy = (key: Buffer) => createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64");
    return {
      "webhook-id": id,
      "webhook-timestamp": at,
      "webhook-signature": this.keys.map((key) => `v1,${signatureBy(key)}`).join(" "),
    };
  }

  /** Returns the message; throws unless it was signed with one of the keys, at most five minutes ago. */
  verify(body: Buffer, headers: Record<string, string>): unknown {
    let refused: unknown;
    for (const key of this.keys) {
      try {
        return new Webhook(key, { format: "raw" }).verify(body, headers);
      } catch (error) {
        refused = error;
      }
    }
    throw refused;
  }
}
