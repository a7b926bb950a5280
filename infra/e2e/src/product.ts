import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { Program, processesWith, root } from "./program";
import { eventually } from "./wait";
import { type Fixture, ofWorker } from "./worker";

export interface Folder {
  dir: string;
  /** Deletes it. */
  remove: () => void;
}

/** An empty folder for one product's data: the product will seed itself and render the whole site. */
export function emptyFolder(): Folder {
  const dir = mkdtempSync(path.join(tmpdir(), "academy-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The data of a product that has just been started for the first time: nobody has signed in yet. */
export function dataFolder(): Folder {
  const folder = emptyFolder();
  // The object store keeps types of files in extended attributes, which Node does not copy.
  execFileSync("cp", ["-a", `${ofWorker(inject("fresh")).dir}/.`, folder.dir]);
  return folder;
}

/** The port that a product of startCopy has: one at a time in each worker, see there. */
const copyPort = () => ofWorker(inject("fresh")).port;

/**
 * A product on its own copy of the data, for as long as the fixture is needed. It has the publisher of its worker, which
 * keeps nothing of any product: to start one costs more than everything else.
 */
export async function startedCopy({ onCleanup }: Fixture, env: Record<string, string> = {}, tree = root) {
  const folder = dataFolder();
  const product = await Product.startCopy(
    folder.dir,
    { PUBLISHER_URL: ofWorker(inject("fresh")).publisher, ...env },
    tree,
  );
  onCleanup(async () => {
    await product.stop();
    folder.remove();
  });
  return product;
}

/** A first start renders the whole site on a machine that may be busy with other things. */
export const STARTS_WITHIN = 200_000;

/** The whole product as `make run` starts it. */
export class Product {
  private constructor(
    readonly url: string,
    readonly dir: string,
    public program: Program,
    /** Milliseconds from the start of the program to its ready line. */
    public startedIn: number,
  ) {}

  /**
   * Starts on the data folder, on a free port unless one is given, and waits until it is ready. `tree` is the checkout
   * that was built.
   */
  static async start(
    dir: string,
    env: Record<string, string> = {},
    args: string[] = [],
    tree = root,
  ): Promise<Product> {
    const began = performance.now();
    const program = Product.launch(dir, env, args, tree);
    const [, url] = await program.line(/^ready: (http:\/\/localhost:\d+)$/, STARTS_WITHIN);
    return new Product(url as string, dir, program, performance.now() - began);
  }

  /**
   * Starts on a data folder of dataFolder. One at a time in each worker: all have the address that the copied pages name
   * as theirs, since with another one every page would be rendered again.
   */
  static startCopy(dir: string, env: Record<string, string> = {}, tree = root): Promise<Product> {
    return Product.start(dir, { PORT: `${copyPort()}`, ...env }, [], tree);
  }

  /** Waits until its first release is whole: it is ready with a part of it. */
  async whole(): Promise<void> {
    const fingerprint = async (path: string) =>
      ((await (await fetch(this.url + path)).json()) as { fingerprint: string }).fingerprint;
    const wanted = await fingerprint("/api/snapshot");
    await eventually("every page is live", async () => (await fingerprint("/release.json")) === wanted, STARTS_WITHIN);
  }

  /** Starts it again after it was stopped, on the same data and port. */
  async startAgain(tree = root): Promise<void> {
    const { program, startedIn } = await Product.start(this.dir, { PORT: this.port }, [], tree);
    Object.assign(this, { program, startedIn });
  }

  /** Starts it without waiting. */
  static launch(dir: string, env: Record<string, string> = {}, args: string[] = [], tree = root): Program {
    return new Program(path.join(tree, ".build/bin/run"), ["--root", tree, ...args], {
      DATA_DIR: dir,
      PORT: "0",
      MONGODB_URI: "",
      S3_ENDPOINT: "",
      // The tests sign in and fill in forms more often than people do.
      RATE_LIMIT_LOGIN: "1000/1m",
      RATE_LIMIT_FORMS: "1000/1m",
      ...env,
    });
  }

  get port(): string {
    return new URL(this.url).port;
  }

  /** The processes of this product, the supervisor's own included. */
  processes(): { pid: number; command: string }[] {
    return processesWith("DATA_DIR", this.dir);
  }

  /** The pid of one of its programs, by a part of its command line. */
  pid(part: string): Promise<number> {
    return eventually(`a process ${part}`, () => this.pids(part)[0]);
  }

  /** Those of all such processes that run just now. */
  pids(part: string): number[] {
    return this.processes().flatMap(({ command, pid }) => (command.includes(part) ? pid : []));
  }

  /** Stops it as Ctrl-C does and waits until it has ended. */
  async stop(): Promise<number> {
    this.program.signal("SIGINT");
    return this.program.end();
  }
}
