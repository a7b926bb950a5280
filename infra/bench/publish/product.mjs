// The whole product, as `make run` starts it, and one signed-in connection to it.
import { spawn } from "node:child_process";
import http from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";

export const root = path.resolve(import.meta.dirname, "../../..");

/**
 * Starts what is built in the folder `checkout`, on a free port and with more in its environment, and waits for the ready
 * line. Its lines are kept in `lines`; `onStart` gets it at once, so that it can be stopped before it is ready.
 */
export async function startProduct(checkout, dataDir, seed, onStart = (_product) => {}, environment = {}) {
  const child = spawn(path.join(checkout, ".build/bin/run"), ["--root", checkout, "--seed", seed], {
    env: {
      ...process.env,
      ...environment,
      DATA_DIR: dataDir,
      PORT: "0",
      MONGODB_URI: "",
      S3_ENDPOINT: "",
      LOG_LEVEL: "info",
      // The other host whose calls are counted is this process.
      WEBHOOK_PRIVATE_TARGETS: "true",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines = [];
  const ended = new Promise((resolve) => child.on("close", resolve));
  const product = {
    lines,
    dataDir,
    pid: child.pid,
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
  onStart(product);
  const url = await new Promise((resolve, reject) => {
    const hear = (line) => {
      lines.push(line);
      const ready = line.match(/^ready: (http:\/\/localhost:\d+)$/);
      if (ready) resolve(ready[1]);
    };
    createInterface({ input: child.stdout }).on("line", hear);
    createInterface({ input: child.stderr }).on("line", hear);
    ended.then((code) => reject(new Error(`the product ended with ${code}:\n${lines.slice(-40).join("\n")}`)));
  });
  return Object.assign(product, { url });
}

/** One keep-alive connection: requests on it wait for one another. */
export class Connection {
  agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  cookie = "";

  constructor(url) {
    const { port } = new URL(url);
    this.target = { host: "127.0.0.1", port, agent: this.agent };
    this.hostHeader = `localhost:${port}`;
  }

  /** Resolves with {status, body, headers} when the whole answer is there. */
  request(method, address, json, headers = {}) {
    const sent = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
    return new Promise((resolve, reject) => {
      const request = http.request({
        ...this.target,
        method,
        path: address,
        headers: {
          ...headers,
          host: this.hostHeader,
          ...(this.cookie ? { cookie: this.cookie } : {}),
          ...(sent ? { "content-type": "application/json", "content-length": sent.length } : {}),
        },
      });
      request.on("error", reject);
      request.on("response", (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString("utf8") }),
        );
      });
      request.end(sent);
    });
  }

  /** As request, but throws unless the status is 2xx; gives the parsed body. */
  async json(method, address, body) {
    const answer = await this.request(method, address, body);
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${method} ${address}: ${answer.status} ${answer.body.slice(0, 300)}`);
    }
    return answer.body ? JSON.parse(answer.body) : undefined;
  }

  /** Registers the first account and stays signed in. */
  async register() {
    const answer = await this.request("POST", "/api/auth/register", {
      name: "Bench",
      email: "bench@academy.test",
      password: "a long enough passphrase",
    });
    if (answer.status > 299) throw new Error(`register: ${answer.status} ${answer.body}`);
    this.cookie = answer.headers["set-cookie"].map((line) => line.split(";")[0]).join("; ");
  }

  /** Waits until what is live is the content. */
  async live() {
    for (;;) {
      const status = await this.json("GET", "/api/publish/status");
      if (status.state === "failed") throw new Error(`publishing failed: ${status.error}`);
      if (status.state === "live" && status.live_fingerprint === status.content_fingerprint) return status;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  close() {
    this.agent.destroy();
  }
}
