"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useSections } from "@/live/useLive";
import { arranged, isShown, type SectionState } from "@/sections/order";

/** Takes a block away as soon as the API says that it is hidden, without waiting for the next release. */
export function LiveSection({ type, built, children }: { type: string; built: SectionState[]; children: ReactNode }) {
  return isShown(type, useSections(built)) ? children : null;
}

/** Pauses before the page is asked for again when the API is ahead of it, in milliseconds. */
const RETRIES = [400, 1500, 5000];

const layout = (sections: SectionState[]) =>
  arranged(sections)
    .filter((type) => isShown(type, sections))
    .join();

/**
 * Watches for what hiding alone cannot follow: a block that became visible, or another order. The page is then
 * fetched again, a few times at most, until the release that shows it is live.
 */
export function FollowArrangement({ built }: { built: SectionState[] }) {
  const router = useRouter();
  const wanted = layout(useSections(built));
  const have = layout(built);
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
