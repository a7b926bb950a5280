import type { Media } from "@/api/types";

/** A file on its way to the library. */
export interface Item {
  id: number;
  file: File;
  /** Its name in messages. */
  what: string;
  state: "waiting" | "converting" | "sending" | "stored" | "failed";
  /** The part of it that has arrived. */
  percent: number;
  /** The reason why it failed, and what to do. */
  reason?: string;
  /** Whether it failed because there was no connection: it goes on by itself when there is one. */
  cut?: boolean;
  /** Its document, once it is stored. */
  media?: Media;
}

export type Queue = readonly Item[];

export type Happened =
  | { type: "added"; items: readonly Pick<Item, "id" | "file" | "what">[] }
  | { type: "began"; id: number; converts: boolean }
  | { type: "progressed"; id: number; percent: number }
  | { type: "stored"; id: number; media: Media }
  | { type: "failed"; id: number; reason: string; cut: boolean }
  | { type: "retried"; id: number }
  | { type: "connected" }
  | { type: "removed"; id: number }
  | { type: "cleared" };

/** The number of files that are sent at a time: more would only make each slower. */
const PARALLEL = 3;

const isUnderWay = ({ state }: Item) => state === "converting" || state === "sending";

/** Whether something of a file is still to be done. */
export const isUnfinished = (item: Item): boolean => item.state === "waiting" || isUnderWay(item);

/** The files that begin now. */
export const due = (queue: Queue): readonly Item[] =>
  queue.filter(({ state }) => state === "waiting").slice(0, Math.max(0, PARALLEL - queue.filter(isUnderWay).length));

/** The queue after something has happened. What happens to a file that was removed changes nothing. */
export function next(queue: Queue, happened: Happened): Queue {
  const change = (id: number, to: (item: Item) => Item) => queue.map((item) => (item.id === id ? to(item) : item));
  switch (happened.type) {
    case "added":
      return [...queue, ...happened.items.map((item) => ({ ...item, state: "waiting" as const, percent: 0 }))];
    case "began":
      return change(happened.id, (item) => ({ ...item, state: happened.converts ? "converting" : "sending" }));
    case "progressed":
      // A part that was cut is sent again; nobody wants to see that.
      return change(happened.id, (item) => ({
        ...item,
        state: "sending",
        percent: Math.max(item.percent, happened.percent),
      }));
    case "stored":
      return change(happened.id, (item) => ({ ...item, state: "stored", percent: 100, media: happened.media }));
    case "failed":
      return change(happened.id, (item) => ({ ...item, state: "failed", reason: happened.reason, cut: happened.cut }));
    case "retried":
      return change(happened.id, waiting);
    case "connected":
      return queue.map((item) => (item.state === "failed" && item.cut ? waiting(item) : item));
    case "removed":
      return queue.filter(({ id }) => id !== happened.id);
    case "cleared":
      return queue.filter(isUnfinished);
  }
}

/** It begins again, with what has arrived. */
const waiting = ({ reason: _, cut: __, ...item }: Item): Item => ({ ...item, state: "waiting" });
