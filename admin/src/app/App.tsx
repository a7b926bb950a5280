import "./styles/mantine-components.css";
import "@academy/shared/styles/tokens.css";
import "@academy/shared/styles/fonts.css";
import "@academy/shared/styles/icon.css";
import "./styles/base.css";
import "./styles/mantine.css";
import "./styles/shell.css";
import "./styles/panels.css";
import "@academy/shared/toast/toast.css";
import "./styles/toasts.css";
import { hasStatus } from "@academy/shared/api/errors";
import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "react-router/dom";
import { SWRConfig } from "swr";
import { refreshSession } from "@/api/session";
import { ConfirmProvider } from "@/ui/confirm";
import { colorSchemeManager } from "./colorScheme";
import { theme, variables } from "./mantine";
import { router } from "./router";
// After the styles of features, which it adds to.
import "./styles/touch.css";

const scheme = colorSchemeManager();

/** Known data is shown at once and checked in the background. */
const SWR = {
  keepPreviousData: true,
  dedupingInterval: 1000,
  errorRetryInterval: 3000,
  errorRetryCount: 3,
  onError: (error: unknown) => {
    // The role changed elsewhere: what is offered follows.
    if (hasStatus(error, 403)) void refreshSession();
  },
};

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} colorSchemeManager={scheme}>
      <SWRConfig value={SWR}>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </SWRConfig>
    </MantineProvider>
  );
}
