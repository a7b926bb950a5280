import type { Prepared } from "@/app/prepared";
import { RenderError } from "../failure";
import type { ProcessOptions } from "../render-process";
import { LentProcess, type Rendered } from "./pool";

/** By its path what a page does: it throws, or ends its process in one of these ways. */
export type Faults = Map<string, "throw" | RenderError["kind"]>;

/** A process in which some pages fail. Those of real ones are shown to end in these ways in renderer.test.ts. */
class FaultyProcess extends LentProcess {
  private turn: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(
    options: ProcessOptions,
    private readonly faults: Faults,
  ) {
    super(options);
  }

  override get busy(): boolean {
    return this.waiting > 0;
  }

  override async render(page: Prepared): Rendered {
    this.waiting++;
    const answer = this.turn.then(async () => {
      if (!this.ready) return null;
      const route = page.path;
      const fault = this.faults.get(route);
      if (!fault) return super.render(page);
      if (fault === "throw") return { route, failed: "it is told to fail", rss: this.rss };
      await this.giveBack();
      throw new RenderError(fault, `told to be ${fault}`);
    });
    this.turn = answer.catch(() => {});
    return answer.finally(() => this.waiting--);
  }
}

/** Makes processes in which these pages fail. */
export const faulty = (faults: Faults) => (options: ProcessOptions) => new FaultyProcess(options, faults);
