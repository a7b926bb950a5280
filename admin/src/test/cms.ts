import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { keptPort } from "@academy/shared/test/port";

const root = path.resolve(import.meta.dirname, "../../..");

/** A program that a test starts. It ends when this process does: its standard input closes then. */
interface Started {
  /** Everything that it has printed. */
  lines: string[];
  stop: () => Promise<void>;
}

/** Starts a program and waits until it has printed a line that matches. */
function start(
  name: string,
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<Started & { match: RegExpMatchArray }> {
  const child = spawn(path.join(root, ".build/bin", name), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "pipe",
  });
  const lines: string[] = [];
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        const match = ready.exec(line);
        if (match) resolve({ lines, stop, match });
      });
    }
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`${name} ended with ${code}:\n${lines.join("\n")}`)));
  });
}

/** cms-api on embedded stores of its own, without a publisher: what is saved is stored, and no page is rendered. */
export class CMS {
  private constructor(
    readonly url: string,
    readonly folder: string,
    private readonly programs: Started[],
  ) {}

  /**
   * Starts on a copy of the folder `from`, or, without one, on empty stores that it fills with the sample content;
   * `more` are further settings.
   */
  static async start(from?: string, more: Record<string, string> = {}): Promise<CMS> {
    const folder = mkdtempSync(path.join(tmpdir(), "academy-cms-"));
    // The object store keeps types of files in extended attributes, which are not copied; nothing here reads them.
    if (from) cpSync(from, folder, { recursive: true });
    const port = await keptPort();
    const env = {
      ...SECRETS,
      PORT: `${port}`,
      PUBLIC_URL: `http://localhost:${port}`,
      RELEASES_DIR: path.join(folder, "releases"),
      // Tests sign in and fill in forms more often than people do.
      RATE_LIMIT_LOGIN: "1000/1m",
      RATE_LIMIT_OTP: "1000/1m",
      RATE_LIMIT_FORGOT: "1000/1m",
      RATE_LIMIT_FORMS: "1000/1m",
      PUBLISHER_URL: "",
      ...more,
    };
    const stores = await start(
      "embedded",
      [
        "--data-dir",
        path.join(folder, "stores"),
        "--mongodb-listen",
        "127.0.0.1:0",
        "--s3-listen",
        "127.0.0.1:0",
        "--exit-with-stdin",
      ],
      env,
      /^embedded: ready mongodb=(\S+) s3=(\S+)$/,
    );
    const [, MONGODB_URI = "", S3_ENDPOINT = ""] = stores.match;
    const stored = { ...env, MONGODB_URI, S3_ENDPOINT };
    if (!from) await (await start("cms-api", ["seed", "--dir", "content-seed"], stored, /^Seeded/)).stop();
    const api = await start("cms-api", ["serve"], stored, /changes of the database are followed/);
    return new CMS(`http://localhost:${port}`, folder, [api, stores]);
  }

  /** Ends its programs and leaves the folder. */
  async end(): Promise<void> {
    for (const program of this.programs) await program.stop();
  }

  async remove(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const SECRETS = {
  AUTH_SECRET: "a-secret-that-only-tests-use-and-long-enough",
  PUBLISH_SECRET: `whsec_${Buffer.from("a secret that only tests use").toString("base64")}`,
  S3_ACCESS_KEY_ID: "academy",
  S3_SECRET_ACCESS_KEY: "a secret that only tests use",
};
