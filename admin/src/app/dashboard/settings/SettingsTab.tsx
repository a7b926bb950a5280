import { Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { useMay } from "@/api/session";
import { mayOpen } from "@/model/roles";
import { addressOf } from "@/ui/address";
import { Loading } from "@/ui/states";
import { NotIncluded } from "../NotIncluded";
import { moveBetweenTabs } from "../tabKeys";
import { useTabInView } from "./useTabInView";
import { VIEWS, type View, viewOf } from "./views";
import "./views.css";

const PANEL = "settings-view";
const tabId = (view: View) => `view-${view.id}`;

/** The Settings tab: the view that `?view=` names, below the list of all that this person may see. */
export function SettingsTab() {
  const [params] = useSearchParams();
  const permitted = useMay();
  const may = (view: View) => mayOpen(view, permitted);
  const shown = VIEWS.filter(may);
  const view = viewOf(params.get("view"), shown);
  // Somebody who followed a link to a view that is not theirs still finds the way on with the Tab key.
  const stop = may(view) ? view : shown[0];
  const list = useTabInView(tabId(view));

  return (
    <div className="settings">
      <div ref={list} role="tablist" aria-label="Settings" className="views" onKeyDown={moveBetweenTabs}>
        {shown.map((each) => (
          <Link
            key={each.id}
            id={tabId(each)}
            role="tab"
            className="view"
            to={addressOf("settings", each === shown[0] ? {} : { view: each.id })}
            aria-selected={each === view}
            aria-controls={PANEL}
            tabIndex={each === stop ? 0 : -1}
            onPointerEnter={each.Content.load}
            onFocus={each.Content.load}
          >
            {each.label}
          </Link>
        ))}
      </div>
      <div id={PANEL} role="tabpanel" aria-label={view.label} className="settings-view">
        {may(view) ? (
          <Suspense key={view.id} fallback={<Loading />}>
            <view.Content />
          </Suspense>
        ) : (
          <NotIncluded title={view.label} />
        )}
      </div>
    </div>
  );
}
