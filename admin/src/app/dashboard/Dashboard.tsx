import { useMediaQuery } from "@mantine/hooks";
import { Suspense, useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { useMay, useSession } from "@/api/session";
import { LeaveGuard } from "@/editing/leaveGuard";
import { FactorNotice } from "@/features/account/FactorDue";
import { PublishFailure } from "@/features/publish/PublishStatus";
import { mayOpen } from "@/model/roles";
import { Boundary } from "@/ui/Boundary";
import { loadable } from "@/ui/loadable";
import { SHORTCUTS, useShortcut } from "@/ui/shortcuts";
import { Loading } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { SignedIn } from "../SignedIn";
import { Header } from "./Header";
import { NotIncluded } from "./NotIncluded";
import { TabDrawer } from "./TabDrawer";
import { TabList } from "./TabList";
import { loadTab, movedTo, type Tab, tabOf } from "./tabs";

const Palette = loadable(() => import("../palette/Palette"), "Palette");
const Shortcuts = loadable(() => import("../palette/Shortcuts"), "Shortcuts");

/** The dashboard for the signed-in. The code of its tab comes while it is asked who that is. */
export function Dashboard() {
  const [params] = useSearchParams();
  const tab = tabOf(params.get("tab"));
  const view = params.get("view");
  const moved = movedTo(params);

  useEffect(() => loadTab(tab, view), [tab, view]);

  if (moved) return <Navigate to={moved} replace />;
  return (
    <SignedIn>
      <Tabs tab={tab} />
    </SignedIn>
  );
}

/** The dialogs that can stand over the tabs. */
type Over = "tabs" | "palette" | "shortcuts";

/** Header, tabs and the content of one. */
function Tabs({ tab }: { tab: Tab }) {
  const wide = useMediaQuery("(min-width: 62em)", true, { getInitialValueInEffect: false });
  const may = useMay();
  const { user } = useSession();
  const [over, setOver] = useState<Over | null>(null);
  const close = () => setOver(null);
  const open = (next: Over) => {
    // A dialog that asks something is answered first.
    if (over === next) close();
    else if (over || !document.querySelector("[aria-modal=true]")) setOver(next);
  };
  const notLoaded = () => {
    close();
    const what = over === "palette" ? "The search" : "The list of shortcuts";
    toast.error(`${what} could not be loaded`, { detail: "Save your work, then reload the page." });
  };
  useShortcut(SHORTCUTS.Everywhere["Search and go to"], () => open("palette"));
  useShortcut(SHORTCUTS.Everywhere["Show keyboard shortcuts"], () => open("shortcuts"));

  useEffect(() => {
    const load = () => {
      Palette.load();
      Shortcuts.load();
    };
    // Safari does not say when it is idle.
    if (window.requestIdleCallback) window.requestIdleCallback(load);
    else setTimeout(load, 1000);
  }, []);

  useEffect(() => {
    document.title = `${tab.label} · Dashboard`;
  }, [tab.label]);

  return (
    <LeaveGuard>
      <div className="dashboard">
        <Header onTabs={wide ? undefined : () => open("tabs")} onSearch={() => open("palette")} />
        {user && <FactorNotice user={user} />}
        <PublishFailure />
        <div className="dashboard-body">
          {wide ? (
            <nav className="dashboard-tabs" aria-label="Tabs">
              <TabList current={tab.id} />
            </nav>
          ) : (
            <TabDrawer current={tab.id} opened={over === "tabs"} onClose={close} onSearch={() => setOver("palette")} />
          )}
          <main>
            <div id="tab-panel" role="tabpanel" aria-label={tab.label} tabIndex={-1}>
              {mayOpen(tab, may) ? (
                <Suspense fallback={<Loading />}>
                  <tab.Content />
                </Suspense>
              ) : (
                <NotIncluded title={tab.label} />
              )}
            </div>
          </main>
        </div>
        <Boundary key={over} onFail={notLoaded}>
          <Suspense>
            {over === "palette" && <Palette onClose={close} />}
            {over === "shortcuts" && <Shortcuts onClose={close} />}
          </Suspense>
        </Boundary>
      </div>
    </LeaveGuard>
  );
}
