"use client";

import { type ReactNode, useEffect } from "react";
import { arrangement, isShown, type SectionState } from "@/lib/sections";
import { useSections } from "./useLive";

/** Takes a section away as soon as the API says that it is hidden, without waiting for the next release. */
export function LiveSection({ type, built, children }: { type: string; built: SectionState[]; children: ReactNode }) {
  return isShown(type, useSections(built)) ? children : null;
}

/** Pauses before the page is asked for again when the API is ahead of it, in milliseconds. */
const RETRIES = [400, 1500, 5000];

/**
 * Watches for what hiding alone cannot follow: a section that became visible, or another order. The page is asked for
 * again, a few times at most, and loaded once the release that shows it is live.
 */
export function FollowArrangement({ built }: { built: SectionState[] }) {
  const wanted = arrangement(useSections(built));
  const have = arrangement(built);
  useEffect(() => {
    if (wanted === have) return;
    const timers = RETRIES.map((pause) =>
      window.setTimeout(async () => {
        const page = await fetch("", { cache: "no-cache" }).then((answer) => answer.text(), String);
        if (page.includes(`data-arrangement="${wanted}"`)) window.location.reload();
      }, pause),
    );
    return () => {
      for (const timer of timers) window.clearTimeout(timer);
    };
  }, [wanted, have]);
  return <span hidden data-arrangement={have} />;
}
