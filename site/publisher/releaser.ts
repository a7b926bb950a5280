import { takeAssets } from "./assets";
import type { Backlog } from "./backlog";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import { buildOf, type Change, type Manifest, Moved, type Releases, type Total } from "./releases";

export interface ReleaserOptions {
  releases: Releases;
  log: Log;
  metrics?: Metrics;
  codeVersion: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
}

/** Makes releases of what the backlog has ready. */
export class Releaser {
  constructor(
    private readonly options: ReleaserOptions,
    private readonly backlog: Backlog,
  ) {}

  /**
   * Releases what is rendered and removed, on the way to the content with this fingerprint, and adds it to the total.
   * Null when somebody has rolled back meanwhile.
   */
  async release(
    fingerprint: string,
    { total, partial, started, mode }: { total: Total; partial: boolean; started: number; mode: Manifest["mode"] },
  ): Promise<Manifest | null> {
    const { releases, metrics, codeVersion, app } = this.options;
    const { changed, removed, failed } = this.backlog;
    if (!releases.current && changed.size === 0) throw new Error(failed[0]?.reason ?? "there is nothing to publish");
    if (releases.current?.code_version !== codeVersion) await releases.setAssets(await takeAssets(app, releases.blobs));
    this.backlog.addTo(total);
    const manifest = await this.commit({
      fingerprint: partial ? (releases.current?.fingerprint ?? "") : fingerprint,
      target_fingerprint: fingerprint,
      partial,
      mode,
      started,
      changed,
      removed,
      failed,
      ...(!partial && { build: buildOf(total) }),
    });
    if (!manifest) return null;
    this.backlog.released();
    metrics?.released();
    return manifest;
  }

  private async commit(change: Change): Promise<Manifest | null> {
    try {
      return await this.options.releases.commit(change);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      this.options.log.info(error.message);
      return null;
    }
  }
}
