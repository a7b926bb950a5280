"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { arrangement, isShown, type SectionState } from "@/lib/sections";
import { useSections } from "./useLive";

/** Takes a section away as soon as the API says that it is hidden, without waiting for the next release. */
export function LiveSection({ type, built, children }: { type: string; built: SectionState[]; children: ReactNode }) {
  return isShown(type, useSections(built)) ? children : null;
}

/** Pauses before the page is asked for again when the API is ahead of it, in milliseconds. */
const RETRIES = [400, 1500, 5000];

/**
 * Watches for what hiding alone cannot follow: a section that became visible, or another order. The page is then
 * fetched again, a few times at most, until the release that shows it is live.
 */
export function FollowArrangement({ built }: { built: SectionState[] }) {
  const router = useRouter();
  const wanted = arrangement(useSections(built));
  const have = arrangement(built);
  const tries = useRef(0);
  useEffect(() => {
    if (wanted === have) {
      tries.current = 0;
      return;
    }
    const timers = RETRIES.slice(tries.current).map((pause) =>
      window.setTimeout(() => {
        tries.current++;
        router.refresh();
      }, pause),
    );
    return () => {
      for (const timer of timers) window.clearTimeout(timer);
    };
  }, [wanted, have, router]);
  return null;
}
