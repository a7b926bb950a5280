import { body, page } from "@academy/shared/api/client";
import useSWR from "swr";
import { api } from "@/api/client";
import type { ChangeSet } from "@/api/types";
import { useContentModel } from "@/model/model";
import { sentenceOf } from "./changeWords";
import { usePublishStatus } from "./usePublishStatus";

/**
 * What goes live beside the next change while an earlier release is held, as a sentence without a full stop; "" when
 * that is not known. Null while nothing is held.
 */
export function useHeldBack(): string | null {
  const { data: status } = usePublishStatus();
  const { data: model } = useContentModel();
  const { data: changes } = useSWR(
    status?.held ? ["held back", status.release, status.content_fingerprint] : null,
    () => heldBack(status?.content_fingerprint ?? ""),
  );
  return status?.held ? (changes ? sentenceOf(changes, model) : "") : null;
}

async function heldBack(content: string): Promise<ChangeSet | null> {
  const { items } = await page(api.GET("/publish/releases", { params: { query: { limit: 1 } } }));
  const [newest] = items;
  // What was saved and not built before the roll back is in no release.
  if (!newest || newest.fingerprint !== content) return null;
  const path = { release: newest.release };
  const difference = await body(api.GET("/publish/releases/{release}/difference", { params: { path } }));
  return difference.way === "forward" && difference.complete ? difference : null;
}
