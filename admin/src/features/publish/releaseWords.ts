import type { ChangeSet, PublishStatus, ReleaseDifference, ReleaseVerdict } from "@/api/types";
import type { ContentModel } from "@/model/types";
import { sentenceOf } from "@/publishing/changeWords";
import type { Release } from "@/resources/publishing";

type Count = Pick<Release, "changed_count" | "removed_count">;

/** How much a release changed: "3 pages", "1 page, 2 removed", "2 removed". */
export function changeOf({ changed_count, removed_count }: Count): string {
  const removed = `${removed_count} removed`;
  if (changed_count === 0 && removed_count > 0) return removed;
  const changed = `${changed_count} ${changed_count === 1 ? "page" : "pages"}`;
  return removed_count > 0 ? `${changed}, ${removed}` : changed;
}

type What = ChangeSet & Pick<Release, "parent" | "by" | "code_changed">;

/** What a release changed, in words; less where that is not known. */
export function titleOf(release: What, model?: ContentModel): string {
  const sentence = sentenceOf(release, model);
  if (sentence) return sentence;
  if (release.parent === "") return "The first release";
  if (release.code_changed) return "The site's software was updated";
  if (release.by) return `Published again by ${release.by}`;
  return release.changes ? "Built again, with the same content" : "The changes are not known";
}

/** What is asked before a release is made live, and what its button says. */
export function wayTo(release: Pick<Release, "release">, live: string): "Roll back to this" | "Go live again" {
  // Ids begin with their time.
  return release.release < live ? "Roll back to this" : "Go live again";
}

/** How long one can go back. */
export function keptWords({ releases, days }: PublishStatus["kept"]): string {
  if (releases === 0) return "All of them are kept.";
  const newest = releases === 1 ? "The last one is kept" : `The last ${releases.toLocaleString("en-IN")} are kept`;
  if (days === 0) return `${newest}.`;
  return `${newest}, and the last of each day for ${days === 1 ? "one day" : `${days} days`}.`;
}

/** What making a release live does to the changes between it and the live one, as a heading of their list. */
export function effectOf({ way, content_change_count, complete }: ReleaseDifference): string {
  if (way === "unrelated") return "Which changes this takes back is not known.";
  const does = way === "back" ? "This takes back" : "This brings back";
  if (content_change_count === 0) return complete ? "" : `Which changes ${does.toLowerCase()} is not known.`;
  const count = content_change_count === 1 ? "one change" : `${content_change_count.toLocaleString("en-IN")} changes`;
  return `${does} ${complete ? count : `${count}, and others that are not known`}:`;
}

type Problem = ReleaseVerdict["faults"][number]["problem"];

/** What is wrong with a file. */
export const PROBLEMS: Record<Problem, string> = {
  missing: "missing",
  damaged: "damaged",
  unreadable: "it cannot be read",
};

/** What a check has found, and what to do about it. */
export function verdictWords({ files, fault_count, live }: ReleaseVerdict): { found: string; advice: string } {
  const all = files.toLocaleString("en-IN");
  if (fault_count === 0) return { found: `All ${all} files are whole.`, advice: "" };
  const found =
    fault_count === 1 ? "1 file is not whole." : `${fault_count.toLocaleString("en-IN")} files are not whole.`;
  return live
    ? { found, advice: "Publish now builds them again. Then check again." }
    : { found, advice: "Do not roll back to this release; choose another. The live site does not need these files." };
}
