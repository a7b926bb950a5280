import { useMediaQuery } from "@mantine/hooks";
import { Suspense, useEffect } from "react";
import { useSearchParams } from "react-router";
import { LeaveGuard } from "@/components/leaveGuard";
import { Loading } from "@/components/states";
import { PublishFailure } from "@/features/publish/PublishStatus";
import { Header } from "./Header";
import { TabList, tabElementId } from "./TabList";
import { tabOf } from "./tabs";

/** Header, tabs and the content of the tab that `?tab=` names. */
export function Dashboard() {
  const [params] = useSearchParams();
  const tab = tabOf(params.get("tab"));
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
