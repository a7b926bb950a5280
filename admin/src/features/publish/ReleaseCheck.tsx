import { Button } from "@mantine/core";
import { useState } from "react";
import type { ReleaseVerdict } from "@/api/types";
import { type Release, verifyRelease } from "@/resources/publishing";
import { useAction } from "@/ui/useAction";
import { PROBLEMS, verdictWords } from "./releaseWords";
import { usePublishNow } from "./usePublishNow";

interface Check {
  busy: boolean;
  verdict: ReleaseVerdict | null;
  run: () => void;
}

/** Whether the files of a release are whole, asked on request. */
export function useCheck({ release }: Release): Check {
  const { act, busy } = useAction();
  const [verdict, setVerdict] = useState<ReleaseVerdict | null>(null);
  const run = () =>
    act({ run: async () => setVerdict(await verifyRelease(release)), failed: "Failed to check the release" });
  return { busy, verdict, run };
}

export function CheckButton({ check, when }: { check: Check; when: string }) {
  return (
    <Button
      variant="default"
      size="xs"
      loading={check.busy}
      aria-label={`Check the files of ${when}`}
      onClick={check.run}
    >
      Check
    </Button>
  );
}

/** What the check has found; said aloud when it arrives. */
export function CheckResult({ check: { verdict } }: { check: Check }) {
  return <div role="status">{verdict && <Verdict verdict={verdict} />}</div>;
}

function Verdict({ verdict }: { verdict: ReleaseVerdict }) {
  const { busy, publish } = usePublishNow();
  const { found, advice } = verdictWords(verdict);
  if (verdict.fault_count === 0) return <p className="release-whole">{found}</p>;
  const more = verdict.fault_count - verdict.faults.length;
  return (
    <div className="release-faults">
      <p>
        <strong>{found}</strong> {advice}
      </p>
      <ul>
        {verdict.faults.map(({ path, file, problem }) => (
          <li key={file + path}>
            {path || "A list of files"} <span>{PROBLEMS[problem]}</span>
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString("en-IN")} more</li>}
      </ul>
      {verdict.live && (
        <Button size="xs" variant="default" loading={busy} onClick={publish}>
          Publish now
        </Button>
      )}
    </div>
  );
}
