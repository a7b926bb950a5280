import type { Frame, Page } from "playwright-core";

/** Some words as a page shows them. */
export interface Shown {
  words: string;
  color: string;
  ground: string;
  /** The contrast of the two as WCAG defines it, from 1 to 21. */
  contrast: number;
}

/** Every text below `scope` with the colours that the browser paints it in. */
export function contrasts(page: Page | Frame, scope: string): Promise<Shown[]> {
  return page.evaluate((scope) => {
    const root = document.querySelector(scope);
    if (!root) throw new Error(`there is no ${scope}`);
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("there is no canvas");

    /** The bytes of the topmost of the colours, painted over the others. */
    const painted = (colors: string[]) => {
      for (const color of colors) {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
      }
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (bytes: number[]) => {
      const [r = 0, g = 0, b = 0] = bytes.map((byte) => {
        const c = byte / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };

    const found: { words: string; color: string; ground: string; contrast: number }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim();
      if (!words || !node.parentElement) continue;
      const grounds: string[] = [];
      for (let element: Element | null = node.parentElement; element; element = element.parentElement) {
        grounds.unshift(getComputedStyle(element).backgroundColor);
      }
      const ground = painted(grounds);
      const color = painted([...grounds, getComputedStyle(node.parentElement).color]);
      const [dark = 0, light = 0] = [luminance(color), luminance(ground)].sort((a, b) => a - b);
      found.push({
        words,
        color: `rgb(${color})`,
        ground: `rgb(${ground})`,
        contrast: (light + 0.05) / (dark + 0.05),
      });
    }
    return found;
  }, scope);
}
