import { vi } from "vitest";

/** Stand-ins for features of a browser that jsdom lacks. There is no layout. */

/** Whether the window is as narrow as a phone. */
let narrow = false;

export function makePhone(yes: boolean): void {
  narrow = yes;
}

const width = () => (narrow ? 390 : 1280);

function matches(query: string): boolean {
  // Without animations dialogs open and close at once.
  if (/prefers-reduced-motion/.test(query)) return true;
  const bounds = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)(em|px)\)/g)];
  if (bounds.length === 0) return false;
  return bounds.every(([, bound, value, unit]) => {
    const pixels = Number(value) * (unit === "em" ? 16 : 1);
    return bound === "min" ? width() >= pixels : width() <= pixels;
  });
}

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

export const downloads: { name: string; content: Blob }[] = [];

const offered = new Map<string, Blob>();

/** No style sheet is loaded, and jsdom takes long to find that out: an element has its own style alone. */
function styleOf(element: Element): CSSStyleDeclaration {
  const { style, hidden } = element as HTMLElement;
  const visibility = element.closest<HTMLElement>('[style*="visibility"]')?.style.visibility;
  if (!hidden && !visibility) return style ?? document.createElement("i").style;
  const computed = document.createElement("i").style;
  computed.cssText = style.cssText;
  if (hidden) computed.display = "none";
  if (visibility) computed.visibility = visibility;
  return computed;
}

export function install(): void {
  window.getComputedStyle = styleOf;
  globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } as typeof CSS;
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: matches(media),
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }) as MediaQueryList;
  vi.stubGlobal("ResizeObserver", Observer);
  vi.stubGlobal("IntersectionObserver", Observer);
  // Messages bring a style sheet of their own.
  document.adoptedStyleSheets ??= [];
  CSSStyleSheet.prototype.replaceSync ??= () => {};
  // They are dragged.
  Element.prototype.setPointerCapture ??= () => {};
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  // Lexical asks where its selection is drawn.
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  document.elementFromPoint = () => null;
  URL.createObjectURL = (blob) => {
    const address = `blob:${crypto.randomUUID()}`;
    offered.set(address, blob as Blob);
    return address;
  };
  URL.revokeObjectURL = () => {};
  // jsdom follows no link that downloads.
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    const content = offered.get(this.href);
    if (this.download && content) downloads.push({ name: this.download, content });
    else click.call(this);
  };
}
