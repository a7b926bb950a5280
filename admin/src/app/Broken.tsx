import { messageOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { useRouteError } from "react-router";

/** Shown when the dashboard itself fails, which it must not. */
export function Broken() {
  const error = useRouteError();
  return (
    <main className="state state-failed" role="alert">
      <p className="state-title">Something went wrong</p>
      <p>{messageOf(error)}</p>
      <p>Your drafts are kept on this device. Reload the page to continue.</p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </main>
  );
}
