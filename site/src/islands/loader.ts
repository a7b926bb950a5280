import { islands as registry } from "#islands";
import { renew, restore } from "./renew";

const waking = new WeakMap<Element, Promise<void>>();
/** How often an island did not load. */
const failures = new WeakMap<Element, number>();

/** Takes out the events that are held for an island. */
function takeHeld(island: HTMLElement): Event[] {
  const { held } = window.firstTouch;
  const controls = [...held.keys()].filter((control) => island.contains(control));
  return controls.map((control) => {
    const event = held.get(control) as Event;
    held.delete(control);
    return event;
  });
}

/** Brings an island to life, and repeats what was done to it meanwhile. Never fails: the next touch tries again. */
function wake(island: HTMLElement): Promise<void> {
  const running = waking.get(island);
  if (running) return running;
  const begun = live(island).catch((error) => {
    console.error(`${island.dataset.island} did not load:`, error);
    waking.delete(island);
    const failed = (failures.get(island) ?? 0) + 1;
    failures.set(island, failed);
    // One that shows nothing yet cannot be touched itself.
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => want(island), { once: true });
    if (takeHeld(island).length > 0 || island.querySelector("form[data-early]")) void renew(failed > 1);
  });
  waking.set(island, begun);
  return begun;
}

async function live(island: HTMLElement): Promise<void> {
  const load = registry[island.dataset.island ?? ""];
  if (!load) throw new Error("there is no such island");
  // Older browsers remember that a file could not be fetched: under another address it is another file. What several
  // islands share has one address; when that has failed, only a fresh page helps.
  const again = "?".repeat(failures.get(island) ?? 0);
  const [{ mount }, component] = await Promise.all([import("./mount"), load(again)]);
  // After the end of a press: what the stylesheet has opened for it, its click would close again.
  while (island.matches(":active")) await new Promise((done) => setTimeout(done, 50));
  mount(island, component);
  // An event has all members that the constructor of an equal one asks for.
  for (const event of takeHeld(island)) {
    event.target?.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
  }
}

const idle = self.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
const queue: HTMLElement[] = [];
let working = false;

/** One island in each idle moment, so that no task is longer than one of them. */
function work() {
  const island = queue.shift();
  working = island !== undefined;
  if (island) wake(island).then(() => idle(work));
}

function want(island: HTMLElement) {
  queue.push(island);
  if (working) return;
  working = true;
  idle(work);
}

/** What is watched of an island: the wrapper has no box of its own, and what shows nothing yet has none at all. */
function boxOf(island: HTMLElement): Element {
  const first = island.firstElementChild;
  return first?.getClientRects().length ? first : (island.parentElement as HTMLElement);
}

/** How far a box is from what is seen, in pixels. */
const distance = ({ top, bottom }: DOMRectReadOnly) => Math.max(0, top - innerHeight, -bottom);

function start() {
  restore();
  const islands = document.querySelectorAll<HTMLElement>("is-land");
  // Once: an island that has another box later is still watched by the one that it had.
  const boxes = new Map(Array.from(islands, (island) => [island, boxOf(island)]));
  const near = new IntersectionObserver(
    (entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting);
      seen.sort((a, b) => distance(a.boundingClientRect) - distance(b.boundingClientRect));
      for (const { target } of seen) {
        near.unobserve(target);
        for (const [island, box] of boxes) if (box === target) want(island);
      }
    },
    { rootMargin: "50%" },
  );
  for (const box of boxes.values()) near.observe(box);
  const { firstTouch } = window;
  const { touched } = firstTouch;
  delete firstTouch.touched;
  firstTouch.wake = (island) => void wake(island as HTMLElement);
  firstTouch.renew = renew;
  for (const island of touched ?? []) firstTouch.wake(island);
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
