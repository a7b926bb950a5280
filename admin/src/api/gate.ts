import { useSyncExternalStore } from "react";
import { signal } from "./signal";
import { turns } from "./turns";
import type { User } from "./types";

/**
 * What stands between the calls of an open dashboard and a session that ended
 * under somebody's hands: calls that were answered 401 wait here until the same
 * person has signed in again, so that nothing typed is lost.
 */
export type Gate =
  | { state: "open" }
  | { state: "ended"; was: User }
  /** Somebody else has signed in meanwhile: what is on the screen is not theirs. */
  | { state: "other"; was: User; now: User };

const OPEN: Gate = { state: "open" };

let gate: Gate = OPEN;
/** Who works here; null while no dashboard is open, where a 401 is an answer like any other. */
let worker: User | null = null;
let waiting: { place: number; go: (again: boolean) => void }[] = [];
let places = 0;
/** Calls with a place up to this one were sent before the latest sign-in. */
let admitted = 0;
const changed = signal();

function set(next: Gate) {
  gate = next;
  changed.emit();
}

function release(again: boolean) {
  const calls = waiting.toSorted((a, b) => a.place - b.place);
  waiting = [];
  if (again) admitted = places;
  set(OPEN);
  for (const { go } of calls) go(again);
}

/** The place of a call among all, taken when it is sent. */
export function takePlace(): number {
  return ++places;
}

export const useGate = (): Gate => useSyncExternalStore(changed.on, () => gate);

export function isShut(): boolean {
  return gate.state !== "open";
}

/** The dashboard is open for this person until the returned function is called. */
export function attend(user: User): () => void {
  worker = user;
  return () => {
    worker = null;
    release(false);
  };
}

/** Nobody is signed in any more. Answers whether somebody is there to sign in again. */
export function sessionEnded(): boolean {
  if (worker === null) return false;
  if (gate.state !== "ended") set({ state: "ended", was: worker });
  return true;
}

let replacement: Promise<unknown> = Promise.resolve();

/**
 * The answer is on its way that brings this person a new session, as a new
 * password does. Calls that are refused meanwhile had the old one: they go on after it.
 */
export function replacing(answer: Promise<Response>): Promise<Response> {
  const admitAll = ({ ok }: Response) => {
    if (ok) admitted = places;
  };
  replacement = answer.then(admitAll, () => undefined);
  return answer;
}

/** Whether a refused call had a session that is replaced by now; waits for a replacement that is on its way. */
export async function hadOldSession(place: number): Promise<boolean> {
  await replacement;
  return worker !== null && place <= admitted;
}

/**
 * Waits for a refused call until the same person has signed in again; false
 * when there is nobody to, or they gave up. Calls go on in the order of their places.
 */
export async function signedInAgain(place: number): Promise<boolean> {
  if (await hadOldSession(place)) return true;
  if (!sessionEnded()) return false;
  return new Promise((go) => waiting.push({ place, go }));
}

/** Somebody is signed in: lets what waits go on when it is who works here. Answers whether it is. */
export function admit(now: User): boolean {
  if (worker === null) return true;
  if (now.id !== worker.id) {
    set({ state: "other", was: worker, now });
    return false;
  }
  if (gate.state !== "open") release(true);
  return true;
}

/** The person goes to sign in elsewhere: what waits fails with the answer it got. */
export function giveUp() {
  worker = null;
  release(false);
}

const turn = turns();

/** Repeats writes one after another, whatever they are to: they keep the order in which they were begun. */
export const inTurn = <T>(write: () => Promise<T>) => turn("again", write);
