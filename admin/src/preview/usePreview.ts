import { hasStatus, NetworkError } from "@academy/shared/api/errors";
import { useEffect, useState } from "react";
import { makePreview, type PreviewRequest } from "./calls";

/** Pauses shorter than this are within a word. */
export const PAUSE = 350;
/** After this a renderer that was busy, or a server that was away, is asked again. */
export const AGAIN = 3000;

interface Made {
  url: string;
  expires_at: string;
}

/**
 * The page that the newest request asks for. The one before stays until the next is there: `failure` says why it is not,
 * and goes with the first that succeeds.
 */
export function usePreview(request: PreviewRequest) {
  const [made, setMade] = useState<Made | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const [frame] = useState(() => Math.random().toString(36).slice(2));
  const asked = JSON.stringify(request);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every turn asks once more
  useEffect(() => {
    const newer = new AbortController();
    let timer = setTimeout(
      async () => {
        try {
          const next = await makePreview({ ...(JSON.parse(asked) as PreviewRequest), frame }, newer.signal);
          if (newer.signal.aborted) return;
          setMade(next);
          setFailure(null);
        } catch (error) {
          if (newer.signal.aborted) return;
          setFailure(error);
          if (passes(error)) timer = setTimeout(() => setTurn((last) => last + 1), AGAIN);
        }
      },
      // What is opened shows at once.
      made || failure ? PAUSE : 0,
    );
    return () => {
      newer.abort();
      clearTimeout(timer);
    };
  }, [asked, turn]);

  return {
    made,
    failure,
    /** Whether it is asked for again by itself. */
    waits: failure !== null && passes(failure),
    again: () => setTurn((last) => last + 1),
  };
}

const passes = (error: unknown) => error instanceof NetworkError || hasStatus(error, 503);
