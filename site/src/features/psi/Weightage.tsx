"use client";

import { useEffect, useMemo, useRef } from "react";
import { island } from "@/islands/island";
import { fill } from "@/lib/fill";
import type { WeightageTexts } from "./fields";
import styles from "./psi.module.css";

/** The topics of Paper 2: a doughnut, drawn when it comes into view, and a table with the same numbers. */
export default island("Weightage", ({ texts: { subjects, ...texts } }: { texts: WeightageTexts }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shares = useMemo(
    () =>
      subjects.map(({ subject, percent }) => ({
        subject,
        percent: percent ?? 0,
        words: fill(texts.percent, { percent: percent ?? 0 }),
      })),
    [subjects, texts.percent],
  );
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let stop = () => {};
    let gone = false;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      import("./doughnut")
        .then(({ drawDoughnut }) => {
          if (!gone) stop = drawDoughnut(element, shares);
        })
        .catch((error) => {
          console.error("the chart did not load:", error);
          window.firstTouch.renew?.();
        });
    });
    observer.observe(element);
    return () => {
      gone = true;
      observer.disconnect();
      stop();
    };
  }, [shares]);
  return (
    <div className={styles.weightage}>
      <div className={styles.chart}>
        <canvas ref={canvas} role="img" aria-label={texts.chart} />
      </div>
      <table>
        <caption className="visually-hidden">{texts.caption}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{texts.subject}</th>
            <th scope="col">{texts.share}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ subject, words }, i) => (
            <tr key={i}>
              <th scope="row">
                <span className={styles.swatch} style={{ background: `var(--slice-${i})` }} />
                {subject}
              </th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
