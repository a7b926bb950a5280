import { useEffect, useState } from "react";

/**
 * Whether scripts have taken over: false in the HTML, true from then on. Until then the stylesheets open menus, and
 * an `aria-expanded` could not follow them.
 */
export function useHydrated() {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
