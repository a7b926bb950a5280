// The package comes without types; its documents are those of the DOM.
declare module "jsdom" {
  import type { Context } from "node:vm";

  type DOMWindow = Window & typeof globalThis;

  interface Options {
    url?: string;
    /** Nothing of the page runs; its window has an eval. */
    runScripts?: "outside-only";
    /** Has requestAnimationFrame. */
    pretendToBeVisual?: boolean;
  }

  export class JSDOM {
    constructor(html?: string, options?: Options);
    readonly window: DOMWindow;
    /** Has its window be at another address. */
    reconfigure(settings: { url: string }): void;
    /** The context that scripts of the page run in. */
    getInternalVMContext(): Context;
  }
}
