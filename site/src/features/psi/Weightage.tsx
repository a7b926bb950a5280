"use client";

import { useEffect, useRef } from "react";
import { weightage } from "./programmes";
import styles from "./psi.module.css";

/** What Paper 2 asks: a doughnut, drawn when it comes into sight, and a table with the same numbers. */
export function Weightage() {
  const canvas = useRef<HTMLCanvasElement>(null);
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
          if (!gone) stop = drawDoughnut(element, weightage);
        })
        .catch((error) => console.error("the chart did not load", error));
    });
    observer.observe(element);
    return () => {
      gone = true;
      observer.disconnect();
      stop();
    };
  }, []);
  return (
    <div className={styles.weightage}>
      <div className={styles.chart}>
        <canvas
          ref={canvas}
          role="img"
          aria-label="Doughnut chart of the weightage of Paper 2; the table beside it has the numbers."
        />
      </div>
      <table>
        <caption className="visually-hidden">Weightage of Paper 2 by subject</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Subject</th>
            <th scope="col">Per cent</th>
          </tr>
        </thead>
        <tbody>
          {weightage.map(({ subject, percent }, i) => (
            <tr key={subject}>
              <th scope="row">
                <span className={styles.swatch} style={{ background: `var(--slice-${i})` }} />
                {subject}
              </th>
              <td>{percent}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
