"use client";

import { useEffect } from "react";
import { island } from "@/islands/island";

/** Has the keyboard stop at a box only while it scrolls. */
export default island("ScrollStop", ({ box }: { box: string }) => {
  useEffect(() => {
    const element = document.getElementById(box);
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return null;
});
