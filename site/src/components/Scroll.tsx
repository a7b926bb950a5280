"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./scroll.module.css";

/** Scrolls sideways what does not fit. The keyboard stops at it, unless scripts have found that all of it fits. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const [scrolls, setScrolls] = useState(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={box} className={styles.scroll} aria-label={label} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </section>
  );
}
