import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { moveBetweenTabs } from "./tabKeys";
import { TABS } from "./tabs";

export const tabElementId = (id: string) => `tab-${id}`;

/**
 * The tabs as milestones along the path. They are links, so that one can be
 * opened in a window of its own; arrow keys move between them.
 */
export function TabList({ current, vertical }: { current: string; vertical: boolean }) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = list.current?.querySelector(`#${tabElementId(current)}`);
    // On a phone the strip scrolls sideways; the current tab should be seen.
    if (!vertical) element?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [current, vertical]);

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Dashboard"
      aria-orientation={vertical ? "vertical" : "horizontal"}
      className="tabs"
      onKeyDown={moveBetweenTabs}
    >
      {TABS.map((tab) => (
        <Link
          key={tab.id}
          id={tabElementId(tab.id)}
          role="tab"
          className="tab"
          to={tab.id === "home" ? "/admin/dashboard" : `/admin/dashboard?tab=${tab.id}`}
          aria-selected={tab.id === current}
          aria-controls="tab-panel"
          tabIndex={tab.id === current ? 0 : -1}
        >
          <span className="tab-stone" aria-hidden="true" />
          {tab.label}
        </Link>
      ))}
    </div>
  );
}
