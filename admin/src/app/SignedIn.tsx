import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { setSession, useSession } from "@/api/session";
import { isFactorDue } from "@/features/account/FactorDue";
import { SecondFactor } from "@/features/account/SecondFactor";
import { AuthLayout } from "@/features/auth/AuthLayout";
import { ConfirmDialog } from "@/features/auth/ConfirmDialog";
import { logout } from "@/features/auth/calls";
import { SessionDialog } from "@/features/auth/SessionDialog";
import { Failure, Loading } from "@/ui/states";
import { useAction } from "@/ui/useAction";

/** Shows its children to the signed-in; sends everybody else to sign in and back here afterwards. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { user, error, retry } = useSession();
  const { pathname, search } = useLocation();
  if (user === undefined && error) {
    return <Failure title="The dashboard cannot be opened" error={error} onRetry={retry} />;
  }
  if (user === undefined) return <Loading />;
  if (user === null) return <Navigate to="/auth" replace state={{ from: pathname + search }} />;
  return (
    <>
      {isFactorDue(user) ? <FactorFirst /> : children}
      <ConfirmDialog />
      <SessionDialog user={user} />
    </>
  );
}

/** The one thing that somebody can do whose role has needed a second factor for a week. */
function FactorFirst() {
  const { act, busy } = useAction();
  const leave = async () => {
    await logout();
    await setSession(null);
  };
  return (
    <AuthLayout title="Add a second factor">
      <div className="stack">
        <p>Your role needs a second factor. Add an authenticator app or a passkey; then the dashboard opens.</p>
        <SecondFactor />
        <Button variant="default" loading={busy} onClick={() => act({ run: leave, failed: "Failed to log out" })}>
          Logout
        </Button>
      </div>
    </AuthLayout>
  );
}
