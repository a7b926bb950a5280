import { useMediaQuery } from "@mantine/hooks";
import { Suspense, useEffect } from "react";
import { useSearchParams } from "react-router";
import { LeaveGuard } from "@/editing/leaveGuard";
import { PublishFailure } from "@/features/publish/PublishStatus";
import { Loading } from "@/ui/states";
import { SignedIn } from "../SignedIn";
import { Header } from "./Header";
import { TabList, tabElementId } from "./TabList";
import { loadTab, type Tab, tabOf } from "./tabs";

/** The dashboard for the signed-in. The code of its tab comes while it is asked who that is. */
export function Dashboard() {
  const [params] = useSearchParams();
  const tab = tabOf(params.get("tab"));
  const view = params.get("view");

  useEffect(() => loadTab(tab, view), [tab, view]);

  return (
    <SignedIn>
      <Tabs tab={tab} />
    </SignedIn>
  );
}

/** Header, tabs and the content of one. */
function Tabs({ tab }: { tab: Tab }) {
  const wide = useMediaQuery("(min-width: 62em)", true, { getInitialValueInEffect: false });

  useEffect(() => {
    document.title = `${tab.label} · Dashboard`;
  }, [tab.label]);

  return (
    <LeaveGuard>
      <div className="dashboard">
        <Header />
        <PublishFailure />
        <div className="dashboard-body">
          <nav className="dashboard-tabs" aria-label="Tabs">
            <TabList current={tab.id} vertical={wide} />
          </nav>
          <main>
            <div id="tab-panel" role="tabpanel" aria-labelledby={tabElementId(tab.id)} tabIndex={-1}>
              <Suspense fallback={<Loading />}>
                <tab.Content />
              </Suspense>
            </div>
          </main>
        </div>
      </div>
    </LeaveGuard>
  );
}
