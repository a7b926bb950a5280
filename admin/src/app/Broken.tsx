import { messageOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { useRouteError } from "react-router";

/** Shown when the dashboard itself fails, which it must not. */
export function Broken() {
  const error = useRouteError();
  return (
    <main className="state state-failed" role="alert">
      <p className="state-title">Something in the dashboard broke</p>
      <p>{messageOf(error)}</p>
      <p>Article drafts are kept on this device. Loading the page again usually helps.</p>
      <Button onClick={() => window.location.reload()}>Load again</Button>
    </main>
  );
}
