import { Link } from "react-router";
import { moveBetweenTabs } from "./tabKeys";
import { loadTab, TABS } from "./tabs";
import { useTabInView } from "./useTabInView";

export const tabElementId = (id: string) => `tab-${id}`;

/**
 * The tabs as milestones along the path. They are links, so that one can be
 * opened in a window of its own; arrow keys move between them.
 */
export function TabList({ current, vertical }: { current: string; vertical: boolean }) {
  const list = useTabInView(tabElementId(current), !vertical);

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
          onPointerEnter={() => loadTab(tab)}
          onFocus={() => loadTab(tab)}
        >
          <span className="tab-stone" aria-hidden="true" />
          {tab.label}
        </Link>
      ))}
    </div>
  );
}
