/** Every island by its name; the build of the islands makes this module (scripts/build-islands.mjs). */
declare module "#islands" {
  import type { ComponentType } from "preact";

  export const islands: Record<string, () => Promise<ComponentType<object>>>;
}
