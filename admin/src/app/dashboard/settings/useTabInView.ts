import { useEffect, useRef } from "react";

/** For the list of a strip of tabs that may scroll sideways, as on a phone: the current tab is scrolled into sight. */
export function useTabInView(currentId: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${currentId}`)?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [currentId]);
  return list;
}
