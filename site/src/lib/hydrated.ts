import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether scripts have taken over: false in the HTML, true from then on. Until then the stylesheets open menus, and
 * an `aria-expanded` could not follow them.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
