import { opendir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { mark, markOf, putBack, removeAside, restoreAside, takeAside } from "./aside";
import type { Log } from "./log";
import { NamedFiles, Unsure } from "./named";

// Files handled before the next look at whether somebody wants to publish.
const SLICE = 16;
// Names looked at before that.
const LOOK = 256;
// Rounds that publishing may interrupt one after the other.
const PATIENCE = 6;
// Below this many files the guard against removing too much would only be in the way.
const GUARD_FROM = 200;

/** What a round removed; `done` is false when it stopped because somebody publishes. */
export interface Swept {
  files: number;
  bytes: number;
  done: boolean;
}

/** Files that stand and fall together: a blob and its variants, or one file of another kind. */
interface Group {
  /** Folder and names, the blob before its variants. */
  files: string[];
  /** When it was first seen to be unneeded, by a clock that nobody can set. */
  since: number;
  /** What each file was like then. */
  marks: Map<string, string>;
}

/**
 * Removes from a release store what no release names. It goes by the manifests that are there: which those are, the CMS
 * decides, since it knows what somebody rolls back to. A file goes when two looks found it unneeded, at least `after` apart
 * by the monotonic clock of this process, so no clock that jumps can shorten that; and when nobody has touched it in between:
 * whoever reuses a blob touches it (see Blobs.put), and files are put aside before they are looked at for the last time. So
 * nothing is taken from a build of another process either, and a build of this one need not wait.
 */
export class Sweeper {
  private readonly named: NamedFiles;
  private unneeded = new Map<string, Group>();
  /** The releases at the last round that went to its end. */
  private seen = "";
  private seenAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly dir: string,
    private readonly after: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.named = new NamedFiles(dir);
  }

  /**
   * Looks through the store once, and removes what is due. Stops, to be called again later, as soon as `busy` says so.
   * Throws Unsure, having removed nothing, when it is not plain what is needed.
   */
  async round(busy: () => boolean): Promise<Swept> {
    const swept: Swept = { files: 0, bytes: 0, done: false };
    await restoreAside(this.dir);
    const releases = await this.named.releases();
    const idle = releases === this.seen && this.unneeded.size === 0;
    if (idle && this.now() - this.seenAt < this.after) return { ...swept, done: true };
    const needed = await this.named.read(busy);
    if (!needed) return swept;
    const found = await this.look(needed, busy);
    if (!found) return swept;
    this.unneeded = found.groups;
    await this.guard(found.total);

    const due = [...this.unneeded].filter(([, group]) => this.now() - group.since >= this.after);
    // The manifests of forgotten releases last: they say what was meant to go.
    const last = due.filter(([, group]) => isForgotten(group));
    const first = due.filter(([, group]) => !isForgotten(group));
    for (const queue of [first, last]) {
      for (let at = 0; at < queue.length; at += SLICE) {
        if (busy()) return swept;
        await Promise.all(queue.slice(at, at + SLICE).map(([key, group]) => this.remove(key, group, swept)));
      }
    }
    this.seen = releases;
    this.seenAt = this.now();
    return { ...swept, done: true };
  }

  /** Finds what nothing names; what was found before keeps its time unless files have come or changed. */
  private async look(
    needed: (name: string) => boolean,
    busy: () => boolean,
  ): Promise<{ groups: Map<string, Group>; total: number } | null> {
    const files = new Map<string, string[]>();
    const add = (key: string, file: string) => {
      const known = files.get(key);
      if (known) known.push(file);
      else files.set(key, [file]);
    };
    let total = 0;
    for await (const { name } of await opendir(path.join(this.dir, "blobs"), { bufferSize: LOOK })) {
      if (total % LOOK === 0 && busy()) return null;
      if (name.endsWith(".tmp")) add(`blobs/${name}`, `blobs/${name}`);
      else if (/^[0-9a-f]{64}(\.br|\.gz)?$/.test(name)) {
        total++;
        if (!needed(name)) add(name.slice(0, 64), `blobs/${name}`);
      }
    }
    for (const folder of ["", "manifests/"]) {
      for (const name of await readdir(path.join(this.dir, folder))) {
        if (name.endsWith(".tmp")) add(`${folder}${name}`, `${folder}${name}`);
      }
    }
    for (const id of await this.named.forgotten()) add(`forgotten/${id}`, `forgotten/${id}.json`);

    const groups = new Map<string, Group>();
    for (const [key, list] of files) {
      if (busy()) return null;
      const before = this.unneeded.get(key);
      const same = before && list.every((file) => before.marks.has(file));
      const group = same ? before : await this.group(list);
      groups.set(key, group);
      // An interrupted look keeps what it has found out.
      this.unneeded.set(key, group);
    }
    return { groups, total };
  }

  private async group(files: string[]): Promise<Group> {
    // "<hash>" sorts before "<hash>.br".
    files.sort();
    const marks = new Map<string, string>();
    for (const file of files) marks.set(file, await markOf(path.join(this.dir, file)));
    return { files, since: this.now(), marks };
  }

  /** Most of a store is never left over, unless releases were forgotten that named it. */
  private async guard(total: number): Promise<void> {
    const blobs = [...this.unneeded].filter(([key]) => !key.includes("/"));
    const count = (groups: typeof blobs) => groups.reduce((sum, [, group]) => sum + group.files.length, 0);
    if (total < GUARD_FROM || count(blobs) * 2 <= total) return;
    const expected = await this.named.readForgotten();
    const left = count(blobs.filter(([key]) => !expected(key)));
    if (left * 2 > total) {
      throw new Unsure(
        `${left} of ${total} files belong to no release, which is more than can be: is the folder "manifests" complete?`,
      );
    }
  }

  private async remove(key: string, group: Group, swept: Swept): Promise<void> {
    this.unneeded.delete(key);
    for (const file of group.files) {
      const target = path.join(this.dir, file);
      if (!file.startsWith("blobs/") || file.endsWith(".tmp")) {
        if ((await markOf(target)) === group.marks.get(file)) await rm(target, { force: true });
        continue;
      }
      const name = path.basename(file);
      const stats = await takeAside(this.dir, name);
      if (!stats) continue;
      // When somebody needs it, then also what is left of the group.
      if (mark(stats) !== group.marks.get(file)) return putBack(this.dir, name);
      await removeAside(this.dir, name);
      swept.files++;
      swept.bytes += Number(stats.size);
    }
  }
}

const isForgotten = (group: Group) => group.files[0]?.startsWith("forgotten/") === true;

/**
 * Sweeps now and then, while nothing is built; when publishing has interrupted so many rounds that nothing would ever go, one
 * beside it. Returns what ends it.
 */
export function sweepWhenIdle(sweeper: Sweeper, busy: () => boolean, log: Log, every: number): () => void {
  let said = "";
  let running = false;
  let interrupted = 0;
  const round = async () => {
    if (running) return;
    const wait = interrupted < PATIENCE ? busy : () => false;
    if (wait()) {
      interrupted++;
      return;
    }
    running = true;
    try {
      const { files, bytes, done } = await sweeper.round(wait);
      interrupted = done ? 0 : interrupted + 1;
      said = "";
      if (files > 0) log.info("removed what no release names", { files, mb: bytes / 1024 / 1024 });
    } catch (error) {
      const reason = (error as Error).message;
      // Once, not every minute.
      if (reason !== said) log.warn("nothing of the release store is removed", { reason });
      said = reason;
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void round(), every);
  return () => clearInterval(timer);
}
