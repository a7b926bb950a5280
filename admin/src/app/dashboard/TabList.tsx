import { useId } from "react";
import { Link } from "react-router";
import { useMay } from "@/api/session";
import { addressOf } from "@/ui/address";
import { moveBetweenTabs } from "./tabKeys";
import { groupsFor, loadTab, type Tab } from "./tabs";

/** The one tab of a list that the Tab key stops at. */
const stopOf = (tabs: readonly Tab[], current: string) => tabs.find(({ id }) => id === current) ?? tabs[0];

const tabElementId = (id: string) => `tab-${id}`;

interface Props {
  current: string;
  /** Called when one is chosen. */
  onChoose?: () => void;
}

/**
 * The tabs as milestones along the path, in a list for each group. They are links, so that one can be opened in another
 * window. The Tab key stops once in each list, at its chosen or first tab; arrow keys move between all of them.
 */
export function TabList({ current, onChoose }: Props) {
  const id = useId();
  const may = useMay();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs have the focus, in whichever list they stand
    <div className="tabs" onKeyDown={moveBetweenTabs}>
      {groupsFor(may).map(({ name, tabs }) => (
        <div key={name} className="tab-group">
          {name && (
            <p className="tab-group-name" id={`${id}-${name}`}>
              {name}
            </p>
          )}
          <div
            role="tablist"
            aria-orientation="vertical"
            aria-label={name ? undefined : "Dashboard"}
            aria-labelledby={name ? `${id}-${name}` : undefined}
          >
            {tabs.map((tab) => (
              <Link
                key={tab.id}
                id={tabElementId(tab.id)}
                role="tab"
                className="tab"
                to={addressOf(tab.id)}
                aria-selected={tab.id === current}
                aria-controls="tab-panel"
                tabIndex={tab === stopOf(tabs, current) ? 0 : -1}
                onPointerEnter={() => loadTab(tab)}
                onFocus={() => loadTab(tab)}
                onClick={onChoose}
              >
                <span className="tab-stone" aria-hidden="true" />
                {tab.label}
              </Link>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
