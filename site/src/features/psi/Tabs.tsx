"use client";

import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { island } from "@/islands/island";
import { entryName } from "@/lib/entryName";
import { useHydrated } from "@/lib/hydrated";
import type { ProgrammesTexts } from "./fields";
import styles from "./psi.module.css";

/** The programmes; one in sight at a time, all of them without scripts. */
export default island("Tabs", ({ label, tabs }: Pick<ProgrammesTexts, "label" | "tabs">) => {
  const [active, setActive] = useState(0);
  const hydrated = useHydrated();
  const list = useRef<HTMLDivElement>(null);
  // Until scripts have come the stylesheet shows the panel that has the focus, or whose tab has.
  useLayoutEffect(() => {
    const { activeElement } = document;
    const focused = tabs.findIndex((_, i) => activeElement?.matches(`#tab-${i}, #panel-${i}`));
    if (focused > 0) setActive(focused);
  }, [tabs]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const last = tabs.length - 1;
    const next = {
      ArrowRight: active === last ? 0 : active + 1,
      ArrowLeft: active === 0 ? last : active - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  if (tabs.length === 0) return null;
  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label || undefined} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((programme, i) => (
          <button
            key={i}
            type="button"
            role="tab"
            id={`tab-${i}`}
            aria-controls={`panel-${i}`}
            aria-selected={i === active}
            // Before that no arrow leads from tab to tab.
            tabIndex={hydrated && i !== active ? -1 : 0}
            onClick={() => setActive(i)}
          >
            {entryName(programme.name, i)}
          </button>
        ))}
      </div>
      {tabs.map((programme, i) => (
        <div
          key={i}
          role="tabpanel"
          id={`panel-${i}`}
          aria-labelledby={`tab-${i}`}
          className={styles.panel}
          data-active={i === active || undefined}
          tabIndex={i === active ? 0 : -1}
        >
          <h3>{entryName(programme.name, i)}</h3>
          {programme.lead && <p>{programme.lead}</p>}
          <dl>
            {programme.rows.map(({ name, value }, row) => (
              <div key={row}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
});
