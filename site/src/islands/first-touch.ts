/** State that the page's inline script, the loader and islands share. */
export interface FirstTouch {
  /** The last click or key on each control that is not hydrated yet. */
  recorded: Map<Element, Event>;
  /** Islands that were touched before the loader was there; undefined from then on. */
  touched?: Set<Element>;
  /** Hydrates an island. */
  wake: (island: Element) => void;
  /** Loads the page again if it is outdated (renew.ts); the loader sets it. */
  renew?: () => Promise<boolean>;
}

declare global {
  interface Window {
    firstTouch: FirstTouch;
  }
}

/**
 * Records clicks and keys on islands that are not hydrated yet, for the loader to replay, and marks forms that were
 * submitted (see EarlyForm). Loads the loader after the first paint, which it must not delay, or with the first touch. If
 * that fails, the next touch loads it from another address, because older browsers remember the failure. Runs as text in
 * every page, so it uses nothing from around it.
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
      recorded.clear();
    };
    document.head.append(script);
  };
  const touched = new Set<Element>();
  const recorded = new Map<Element, Event>();
  window.firstTouch = {
    recorded,
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
    // A link, a summary, a field and a button that submits need no script, and a Disclosure only its stylesheet. Keys are
    // recorded where a component moves the focus with them; anywhere else they are left to the browser.
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
      recorded.set(control, event);
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

/** The script; it is the same on every page, whose policy allows it by its hash. */
export const firstTouchScript = (loader: string) => `(${watch})(${JSON.stringify(loader)})`;
