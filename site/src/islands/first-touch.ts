/** What the page's inline script, the loader and islands share. */
export interface FirstTouch {
  /** The last click or key of each control that could not answer it yet. */
  held: Map<Element, Event>;
  /** Islands that were touched before the loader had come; undefined from then on. */
  touched?: Set<Element>;
  /** Brings an island to life. */
  wake: (island: Element) => void;
  /** Leads to a fresh page where this one is outdated (renew.ts); the loader brings it. */
  renew?: () => Promise<boolean>;
}

declare global {
  interface Window {
    firstTouch: FirstTouch;
  }
}

/**
 * Holds clicks and keys on islands that do not live yet, for the loader to repeat, and marks forms that were submitted
 * (see EarlyForm). Asks for the loader after the first paint, which it must not delay, or with the first touch; when it
 * could not be fetched, again with the next touch, under another address, since older browsers remember that. Runs as text
 * in every page, so it uses nothing from around it.
 */
function watch(loader: string) {
  let script: HTMLScriptElement | undefined;
  let address = loader;
  const load = () => {
    if (script) return;
    script = document.createElement("script");
    script.type = "module";
    script.src = address;
    script.onerror = () => {
      script?.remove();
      script = undefined;
      address += "?";
      held.clear();
    };
    document.head.append(script);
  };
  const touched = new Set<Element>();
  const held = new Map<Element, Event>();
  window.firstTouch = {
    held,
    touched,
    wake(island) {
      touched.add(island);
      load();
    },
  };
  const touch = (event: Event & Partial<KeyboardEvent>) => {
    const target = event.target;
    const island = target instanceof Element && target.closest("is-land:not([data-live])");
    if (!island) return;
    // A link, a summary, a field and a button that submits need no script, and a Disclosure only its stylesheet. Arrow
    // keys are held where a component moves the focus with them, anywhere else they are left to the browser.
    const control =
      event.type === "click"
        ? target.closest("button[type=button]:not([aria-controls])")
        : event.type === "keydown" &&
          /^(Arrow|Home|End)/.test(`${event.key}`) &&
          !(event.altKey || event.ctrlKey || event.metaKey) &&
          target.closest("[role=tablist],[data-arrows]");
    if (control) {
      event.preventDefault();
      event.stopImmediatePropagation();
      held.set(control, event);
    }
    window.firstTouch.wake(island);
  };
  for (const type of ["click", "keydown", "pointerdown", "pointerover", "focusin", "submit"]) {
    addEventListener(type, touch, true);
  }
  // Behind every handler of the page's scripts.
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.getAttribute("method") !== "dialog") return;
    event.preventDefault();
    form.dataset.early = "";
  });
  // A hidden page is not painted.
  if (document.hidden || !self.PerformanceObserver?.supportedEntryTypes?.includes("paint")) load();
  else {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      load();
    }).observe({ type: "paint", buffered: true });
  }
}

/** The same on every page: the page's policy allows it by its hash. */
export const firstTouchScript = (loader: string) => `(${watch})(${JSON.stringify(loader)})`;
