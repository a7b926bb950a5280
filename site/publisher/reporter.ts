import type { CMS, Report } from "./cms";
import type { Log } from "./log";

/** Tells the CMS how a build goes. A report that is not taken is logged and forgotten: the truth is the current release. */
export class Reporter {
  private last: Promise<boolean> = Promise.resolve(true);

  constructor(
    private readonly cms: CMS,
    private readonly log: Log,
  ) {}

  /**
   * Reports go out one after the other: a late "building" must not follow "live". Nobody has to wait for the answer,
   * which is whether the build may go on; a CMS that does not answer does not stop it.
   */
  send(data: Pick<Report, "state" | "fingerprint" | "mode" | "started_at"> & Partial<Report>): Promise<boolean> {
    const report: Report = {
      release: "",
      progress: { done: 0, total: 0 },
      routes_changed: 0,
      routes_removed: 0,
      routes: [],
      duration_ms: 0,
      error: "",
      ...data,
    };
    report.duration_ms = Math.round(report.duration_ms);
    this.last = this.last.then(() =>
      this.cms.report(report).catch((error: Error) => {
        this.log.warn("the CMS did not take a report", { reason: error.message });
        return true;
      }),
    );
    return this.last;
  }

  /** Waits until everything that was sent is answered. */
  async sent(): Promise<void> {
    await this.last;
  }
}
