import { ApiError, hasStatus, NetworkError } from "@academy/shared/api/errors";
import { useEffect, useRef, useState } from "react";
import { makePreview, type PreviewRequest } from "./calls";

/** Pauses shorter than this are within a word. */
export const PAUSE = 350;
/** After this a renderer that was busy, or a server that was away, is asked again, unless it says when. */
export const AGAIN = 3000;

interface Made {
  url: string;
  expires_at: string;
}

/**
 * The page that the newest request asks for; none without a request. The one before stays until the next is there:
 * `failure` says why it is not, and goes with the first that succeeds.
 */
export function usePreview(request: PreviewRequest | null) {
  const [made, setMade] = useState<Made | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const begun = useRef(false);
  const [frame] = useState(() => Math.random().toString(36).slice(2));
  const asked = request && JSON.stringify({ ...request, frame });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every turn asks once more
  useEffect(() => {
    if (asked === null) {
      setMade(null);
      return setFailure(null);
    }
    const newer = new AbortController();
    // What is opened shows at once.
    let timer = setTimeout(ask, begun.current ? PAUSE : 0);
    begun.current = true;
    async function ask() {
      try {
        const next = await makePreview(JSON.parse(asked as string) as PreviewRequest, newer.signal);
        if (newer.signal.aborted) return;
        setMade(next);
        setFailure(null);
      } catch (error) {
        if (newer.signal.aborted) return;
        setFailure(error);
        if (passes(error)) timer = setTimeout(ask, waitAfter(error));
      }
    }
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

/** Also one that gave way to another preview of the same person. */
const passes = (error: unknown) => error instanceof NetworkError || hasStatus(error, 503) || hasStatus(error, 409);

const waitAfter = (error: unknown) => (error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : AGAIN);
