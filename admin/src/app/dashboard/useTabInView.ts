import { useEffect, useRef } from "react";

/** For the list of a strip of tabs that may scroll sideways, as on a phone: the current tab is scrolled into sight. */
export function useTabInView(currentId: string, sideways = true) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current?.querySelector(`#${currentId}`);
    if (sideways) element?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [currentId, sideways]);
  return list;
}
