import { type RefObject, useEffect, useState } from "react";

/** How long something has to stay in sight to count: what is scrolled past does not. */
const STAYS = 400;

/** Whether an element is in sight. */
export function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      const seen = entries.at(-1)?.isIntersecting ?? false;
      timer = setTimeout(() => setInSight(seen), STAYS);
    });
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element]);
  return inSight;
}
