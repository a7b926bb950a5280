import type { PublishStatus } from "@/api/types";
import { countOfPages } from "@/publishing/failedPages";

export type StepState = "done" | "now" | "ahead" | "failed";

/** What the path is drawn from. */
type Where = Pick<PublishStatus, "state"> & {
  progress: PublishStatus["progress"] | null;
  held?: PublishStatus["held"] | null;
  failed_count?: number;
};

export interface Step {
  name: "Saved" | "Building" | "Paused" | "Live";
  state: StepState;
}

/** How the last stretch of the path stands: saved, building, live. */
export function stepsOf({ state, held }: Where): [Step, Step, Step] {
  if (held) {
    return [
      { name: "Saved", state: "done" },
      { name: "Paused", state: "now" },
      { name: "Live", state: "ahead" },
    ];
  }
  const [building, live] = {
    live: ["done", "now"],
    pending: ["ahead", "ahead"],
    building: ["now", "ahead"],
    failed: ["failed", "ahead"],
  }[state] as [StepState, StepState];
  return [
    { name: "Saved", state: state === "pending" ? "now" : "done" },
    { name: "Building", state: building },
    { name: "Live", state: live },
  ];
}

/** How much of the path is walked, from 0 (just saved) to 1 (live). */
export function walked({ state, progress, held }: Where): number {
  if (held) return 0.5;
  if (state === "live") return 1;
  if (state === "pending") return 0.08;
  if (state === "failed") return 0.5;
  const part = progress && progress.total > 0 ? progress.done / progress.total : 0;
  return 0.5 + 0.42 * Math.min(part, 1);
}

/** The state in words, for the label and for those who do not see the path. */
export function sentence(status: Where): string {
  if (status.held) return "An earlier state is live, publishing is paused";
  switch (status.state) {
    case "live":
      return status.failed_count ? `Live, except for ${countOfPages(status.failed_count)}` : "Live";
    case "pending":
      return "Waiting to publish";
    case "failed":
      return "Publishing failed";
    default: {
      const { progress } = status;
      return progress && progress.total > 0 ? `Building ${progress.done} of ${progress.total}` : "Building";
    }
  }
}
