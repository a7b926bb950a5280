import { islands as registry } from "#islands";
import { renew, restore } from "./renew";

const waking = new WeakMap<Element, Promise<void>>();
/** How often an island could not be loaded. */
const failures = new WeakMap<Element, number>();

/** Removes the recorded events of an island and returns them. */
function takeRecorded(island: HTMLElement): Event[] {
  const { recorded } = window.firstTouch;
  const events = [...recorded].filter(([control]) => island.contains(control));
  for (const [control] of events) recorded.delete(control);
  return events.map(([, event]) => event);
}

/** Hydrates an island and replays its recorded events. Never rejects: the next touch tries again. */
function wake(island: HTMLElement): Promise<void> {
  const running = waking.get(island);
  if (running) return running;
  const begun = live(island).catch((error) => {
    console.error(`${island.dataset.island} did not load:`, error);
    waking.delete(island);
    const failed = (failures.get(island) ?? 0) + 1;
    failures.set(island, failed);
    // Anywhere, because an island that shows nothing yet cannot be touched.
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => want(island), { once: true });
    if (takeRecorded(island).length > 0 || island.querySelector("form[data-early]")) void renew(failed > 1);
  });
  waking.set(island, begun);
  return begun;
}

async function live(island: HTMLElement): Promise<void> {
  const load = registry[island.dataset.island ?? ""];
  if (!load) throw new Error("there is no such island");
  // Older browsers remember that a file could not be fetched: another address makes it another file. The file that islands
  // share has one address; if that has failed, only loading the page again helps.
  const again = "?".repeat(failures.get(island) ?? 0);
  const [{ mount }, component] = await Promise.all([import("./mount"), load(again)]);
  // Not during a press: its click would close again what the stylesheet has opened.
  while (island.matches(":active")) await new Promise((done) => setTimeout(done, 50));
  mount(island, component);
  // An event has all members that the constructor of an equal one asks for.
  for (const event of takeRecorded(island)) {
    event.target?.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
  }
}

const idle = self.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
const queue: HTMLElement[] = [];
let working = false;

/** Hydrates one island in each idle moment, so that no task is longer than one of them. */
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

/** The element whose box is observed for an island: the wrapper has none, and neither has what shows nothing yet. */
function boxOf(island: HTMLElement): Element {
  const first = island.firstElementChild;
  return first?.getClientRects().length ? first : (island.parentElement as HTMLElement);
}

/** How far a box is from the viewport, in pixels. */
const distance = ({ top, bottom }: DOMRectReadOnly) => Math.max(0, top - innerHeight, -bottom);

function start() {
  restore();
  const islands = document.querySelectorAll<HTMLElement>("is-land");
  // Computed once: an island that gets another box later is still observed by this one.
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
