import { Anchor, Button, Modal } from "@mantine/core";
import { useEffect } from "react";
import { attend, isShut, sessionEnded, useGate } from "@/api/gate";
import { setSession, signInAgain } from "@/api/session";
import type { User } from "@/api/types";
import { FormError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { useSubmit } from "@/ui/useSubmit";
import { logout } from "./calls";
import { LoginForm } from "./LoginForm";

// The dialogs beneath close on Escape, wherever the focus is. They listen on the window too, and later than this.
window.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && isShut()) event.stopImmediatePropagation();
  },
  { capture: true },
);

/** Stands over everything when the session has ended, until the same person has signed in again or gives up. */
export function SessionDialog({ user }: { user: User }) {
  const gate = useGate();
  useEffect(() => attend(user), [user]);

  return (
    <Modal
      opened={gate.state !== "open"}
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={500}
      size="27rem"
      title={gate.state === "other" ? `${gate.now.name} is signed in now` : "Your session has ended"}
    >
      {gate.state === "ended" && <SignInAgain was={gate.was} />}
      {gate.state === "other" && <SomebodyElse was={gate.was} now={gate.now} />}
    </Modal>
  );
}

function SignInAgain({ was }: { was: User }) {
  return (
    <div className="stack">
      <p>Sign in again to continue. What you typed is still here.</p>
      <LoginForm
        email={was.email}
        onDone={async (user) => {
          await signInAgain(user);
          toast.success("Logged in successfully!");
        }}
        below={
          <p className="auth-note">
            No password?{" "}
            <Anchor href="/auth?mode=phone" target="_blank" rel="noopener">
              Log in with your phone in a new tab
            </Anchor>
            , then come back here.
          </p>
        }
      />
      <Button variant="default" fullWidth onClick={() => setSession(null)}>
        Cancel
      </Button>
    </div>
  );
}

/** What is on the screen is not for the other person, and must not be saved in their name. */
function SomebodyElse({ was, now }: { was: User; now: User }) {
  const { busy, error, form } = useSubmit(async () => {
    await logout();
    sessionEnded();
  });
  return (
    <form className="stack" {...form}>
      <FormError message={error} />
      <p>
        {was.name} was working here, and nothing of that is saved in the name of {now.name}. Signing in as {was.name}{" "}
        continues it and logs {now.name} out. Otherwise unsaved changes on this screen are discarded; articles that{" "}
        {was.name} was writing stay on this device for {was.name}.
      </p>
      <Button type="submit" loading={busy} fullWidth data-autofocus>
        Sign in as {was.name}
      </Button>
      <Button variant="default" fullWidth onClick={() => window.location.reload()}>
        Continue as {now.name}
      </Button>
    </form>
  );
}
