import { asSentence, NetworkError, reasonOf } from "@academy/shared/api/errors";
import { useSyncExternalStore } from "react";
import { refreshList } from "@/api/lists";
import { isForeign, storable } from "@/api/pictures";
import { sendResumably } from "@/api/resumable";
import { signal } from "@/api/signal";
import type { Media } from "@/api/types";
import { kindOf } from "@/media/kinds";
import { NAME } from "@/resources/media";
import { toast } from "@/ui/toasts";
import { due, type Happened, type Item, isUnfinished, next, type Queue } from "./queue";

// The queue belongs to the dashboard, not to a screen: an upload goes on when its dialog closes or another tab opens.

let queue: Queue = [];
let ids = 0;
const changed = signal();
const aborting = new Map<number, AbortController>();

function happen(happened: Happened) {
  queue = next(queue, happened);
  changed.emit();
  // Asked anew each time: a file that begins comes back here.
  for (let [item] = due(queue); item; [item] = due(queue)) void send(item);
}

/** The files on their way, and those that have arrived or failed and were not put away. */
export const useUploads = (): Queue => useSyncExternalStore(changed.on, () => queue);

/** Uploads files to the library; returns their numbers in the queue. Messages call them `what`. */
export function upload(files: readonly File[], what?: string): number[] {
  const items = files.map((file) => ({ id: ++ids, file, what: what ?? WHAT[kindOf(file)] }));
  happen({ type: "added", items });
  return items.map(({ id }) => id);
}

/** Ends an upload and forgets it; what was stored stays. */
export function remove(id: number): void {
  aborting.get(id)?.abort();
  happen({ type: "removed", id });
}

export const retry = (id: number): void => happen({ type: "retried", id });

/** Forgets what is stored and what has failed. */
export const clear = (): void => happen({ type: "cleared" });

const WHAT = { image: "image", video: "video", file: "file" };

async function send({ id, file, what }: Item): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  aborting.set(id, controller);
  happen({ type: "began", id, converts: isForeign(file) });
  try {
    const ready = await storable(file);
    signal.throwIfAborted();
    happen({ type: "progressed", id, percent: 0 });
    const media = await sendResumably(ready, {
      signal,
      onProgress: (percent) => !signal.aborted && happen({ type: "progressed", id, percent }),
    });
    happen({ type: "stored", id, media: await withPoster(media, file) });
    void refreshList(NAME);
  } catch (error) {
    if (signal.aborted) return;
    // The file's name stands above the reason already.
    const reason = reasonOf(error).replace(`${file.name}: `, "");
    happen({ type: "failed", id, reason: asSentence(reason), cut: error instanceof NetworkError });
    // Its dialog may be closed by now.
    toast.error(`Failed to upload ${what}`, { detail: `${file.name}: ${asSentence(reason)}` });
  } finally {
    aborting.delete(id);
  }
}

/** A video gets a frame of it as its poster, where this browser can play it. */
async function withPoster(media: Media, file: File): Promise<Media> {
  if (media.kind !== "video" || media.poster) return media;
  const { addPoster } = await import("./poster");
  return addPoster(media, file).catch(() => media);
}

window.addEventListener("online", () => happen({ type: "connected" }));
window.addEventListener("beforeunload", (event) => {
  if (queue.some(isUnfinished)) event.preventDefault();
});
