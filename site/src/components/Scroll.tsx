"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./scroll.module.css";

/** Scrolls sideways what does not fit; only then the keyboard stops at it. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={box} className={styles.scroll} aria-label={label || undefined} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </section>
  );
}
