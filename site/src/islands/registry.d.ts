/** Every island by its name; the build of the islands makes this module (scripts/build-islands.mjs). */
declare module "#islands" {
  import type { ComponentType } from "preact";

  /** `again` is added to the address of the island's file. */
  export const islands: Record<string, (again: string) => Promise<ComponentType<object>>>;
}
