import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { useSession } from "@/api/session";
import { SessionDialog } from "@/features/auth/SessionDialog";
import { Failure, Loading } from "@/ui/states";

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
      {children}
      <SessionDialog user={user} />
    </>
  );
}
