import type { Change, ReleaseDifference } from "@/api/types";
import { useContentModel } from "@/model/model";
import { lineOf, sentenceOf } from "@/publishing/changeWords";
import { pathOf } from "@/publishing/failedPages";
import type { Release } from "@/resources/publishing";
import { formatDuration } from "@/ui/format";
import { effectOf } from "./releaseWords";

/** How many changes or pages are named. */
const SHOWN = 8;

/** What a release changed, one by one, and how it was made. */
export function ReleaseDetails({ release }: { release: Release }) {
  const { changes, content_change_count, changed_routes, changed_count, duration_ms } = release;
  const pages = changed_routes.slice(0, SHOWN);
  return (
    <details className="release-details">
      <summary>What changed</summary>
      {changes && changes.length > 1 && <ChangeList changes={changes} count={content_change_count} />}
      {pages.length > 0 && (
        <>
          <h4>Pages</h4>
          <ul>
            {pages.map((route) => (
              <li key={route}>{pathOf(route)}</li>
            ))}
            <More count={changed_count - pages.length} />
          </ul>
        </>
      )}
      <p className="release-more figures">
        Built in {formatDuration(duration_ms)}. Release <code>{release.release}</code>
      </p>
    </details>
  );
}

/** What making a release live does, for the question before. */
export function Effect({ release, difference }: { release: Release; difference: ReleaseDifference | null }) {
  const effect = effectOf(
    difference ?? { way: "unrelated", changes: [], content_change_count: 0, people: [], complete: false },
  );
  const { data: model } = useContentModel();
  const last = sentenceOf(release, model);
  return (
    <div className="release-effect">
      <p>
        Visitors see the site as it was then, at once
        {last && (
          <>
            . The last change that it shows: <strong>{last}</strong>
          </>
        )}
        .
      </p>
      {effect && <p>{effect}</p>}
      {difference?.changes && difference.changes.length > 0 && (
        <ChangeList changes={difference.changes} count={difference.content_change_count} />
      )}
      <p>
        It stays so until the next change of public content, or until somebody presses Publish now. Nothing that was
        saved is lost.
      </p>
    </div>
  );
}

function ChangeList({ changes, count }: { changes: readonly Change[]; count: number }) {
  const { data: model } = useContentModel();
  return (
    <ul>
      {changes.slice(0, SHOWN).map((change) => (
        <li key={`${change.kind}/${change.id}`}>{lineOf(change, model)}</li>
      ))}
      <More count={count - Math.min(changes.length, SHOWN)} />
    </ul>
  );
}

function More({ count }: { count: number }) {
  return count > 0 && <li className="release-more">and {count.toLocaleString("en-IN")} more</li>;
}
