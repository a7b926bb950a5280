import { useEffect, useRef, useState } from "react";
import type { Media } from "@/api/types";
import { KINDS, type Kind, kindOf } from "@/media/kinds";
import { toast } from "@/ui/toasts";
import type { Queue } from "./queue";
import { upload, useUploads } from "./uploads";

interface Options {
  kind: Kind;
  /** The number of files that are still needed. */
  room: number;
  /** The name of a file in messages, where its kind does not say it. */
  what?: string;
  /**
   * Told the files that were uploaded last, when all are stored and there is room for them; of more somebody chooses.
   */
  onStored: (...media: Media[]) => void;
}

/** Uploads for a place that needs files of one kind: what takes files, and those that it has taken. */
export function useArrivals({ kind, room, what, onStored }: Options): { take: (files: File[]) => void; items: Queue } {
  const queue = useUploads();
  const [added, setAdded] = useState<readonly number[]>([]);
  const [latest, setLatest] = useState<readonly number[]>([]);
  const { one, formats } = KINDS[kind];
  const take = (files: File[]) => {
    const fitting = files.filter((file) => kindOf(file) === kind);
    const others = files.filter((file) => !fitting.includes(file)).map(({ name }) => name);
    if (others.length > 0) {
      toast.error("Not taken", { detail: `${others.join(", ")}: choose a ${one} here. Taken are ${formats}.` });
    }
    if (fitting.length === 0) return;
    if (what) toast.info(`Uploading ${what}...`);
    const ids = upload(fitting, what);
    setAdded([...added, ...ids]);
    setLatest(ids);
  };
  const stored = queue.flatMap(({ id, media }) => (media && latest.includes(id) ? media : []));
  const complete = latest.length > 0 && latest.length <= room && stored.length === latest.length;
  const tell = useRef(() => {});
  tell.current = () => {
    setLatest([]);
    // The server tells kinds from contents, not from names.
    for (const { name } of stored.filter((media) => media.kind !== kind)) {
      toast.error("Not taken", { detail: `${name} is no ${one}. It is in the library now.` });
    }
    const fitting = stored.filter((media) => media.kind === kind);
    if (fitting.length > 0) onStored(...fitting);
  };
  useEffect(() => {
    if (complete) tell.current();
  }, [complete]);
  return { take, items: queue.filter(({ id }) => added.includes(id)) };
}
