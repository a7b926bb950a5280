import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link } from "react-router";
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

  const onKeyDown = (event: KeyboardEvent) => {
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const next = nextTab(event.key, at, tabs.length);
    if (event.key === " ") {
      event.preventDefault();
      tabs[at]?.click();
    } else if (next !== null) {
      event.preventDefault();
      tabs[next]?.focus();
    }
  };

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Dashboard"
      aria-orientation={vertical ? "vertical" : "horizontal"}
      className="tabs"
      onKeyDown={onKeyDown}
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

function nextTab(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown" || key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowUp" || key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
