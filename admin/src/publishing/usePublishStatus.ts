import { body } from "@academy/shared/api/client";
import { useEffect, useRef } from "react";
import useSWR from "swr";
import { api } from "@/api/client";
import { onSaved } from "@/api/publishing";
import type { PublishStatus } from "@/api/types";

const FAST = 250;
const SLOW = 5000;
/** After a save the dispatcher needs a moment before the state says so. */
const AFTER_SAVE = 3000;

/** The publish state, watched closely while something is on its way. */
export function usePublishStatus() {
  const closeUntil = useRef(0);
  const status = useSWR<PublishStatus, unknown>("/publish/status", () => body(api.GET("/publish/status")), {
    refreshInterval: (latest) => {
      const moving = latest?.state === "building" || (latest?.state === "pending" && !latest.held);
      return moving || Date.now() < closeUntil.current ? FAST : SLOW;
    },
    dedupingInterval: 100,
    keepPreviousData: true,
    shouldRetryOnError: true,
  });
  const { mutate } = status;

  useEffect(
    () =>
      onSaved(() => {
        closeUntil.current = Date.now() + AFTER_SAVE;
        void mutate();
      }),
    [mutate],
  );
  return status;
}
