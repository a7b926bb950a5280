import { islands as registry } from "#islands";

const waking = new WeakMap<Element, Promise<void>>();

/** Brings an island to life, and does once more what was done to it meanwhile. It never fails: the next touch tries again. */
function wake(island: HTMLElement): Promise<void> {
  const under = waking.get(island);
  if (under) return under;
  const { firstTouch } = window;
  const begun = live(island).catch((error) => {
    console.error(`${island.dataset.island} did not load:`, error);
    waking.delete(island);
    if (firstTouch.held.delete(island)) renew().catch(() => undefined);
  });
  waking.set(island, begun);
  return begun;
}

/** Leads to a fresh page when this one is of other code than what is live now, whose files may be all that can be had. */
async function renew(): Promise<void> {
  const page = await fetch(location.href, { cache: "no-cache" });
  if (page.ok && !(await page.text()).includes(new URL(import.meta.url).pathname)) location.reload();
}

async function live(island: HTMLElement): Promise<void> {
  const load = registry[island.dataset.island ?? ""];
  if (!load) throw new Error("there is no such island");
  const [{ mount }, component] = await Promise.all([import("./mount"), load()]);
  // A press that has begun ends first: what it opened by the stylesheet, its own click would close again.
  while (island.matches(":active")) await new Promise((done) => setTimeout(done, 50));
  mount(island, component);
  const event = window.firstTouch.held.get(island);
  if (!event) return;
  window.firstTouch.held.delete(island);
  // An event is good for making an equal one of it.
  event.target?.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
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
  const islands = [...document.querySelectorAll<HTMLElement>("is-land")];
  const near = new IntersectionObserver(
    (entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting);
      seen.sort((a, b) => distance(a.boundingClientRect) - distance(b.boundingClientRect));
      for (const { target } of seen) {
        near.unobserve(target);
        for (const island of islands) if (boxOf(island) === target) want(island);
      }
    },
    { rootMargin: "50%" },
  );
  for (const island of islands) near.observe(boxOf(island));
  const { firstTouch } = window;
  const { touched } = firstTouch;
  delete firstTouch.touched;
  firstTouch.wake = (island) => void wake(island as HTMLElement);
  for (const island of touched ?? []) firstTouch.wake(island);
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
