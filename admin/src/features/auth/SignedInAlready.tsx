import { Anchor, Button } from "@mantine/core";
import { Link } from "react-router";
import { setSession } from "@/api/session";
import type { User } from "@/api/types";
import { FormError } from "@/ui/FormError";
import { useSubmit } from "@/ui/useSubmit";
import { AuthLayout } from "./AuthLayout";
import { logout } from "./calls";

/** An invitation's link, opened by somebody who has an account: it makes a new one, which needs a decision. */
export function SignedInAlready({ user }: { user: User }) {
  const { busy, error, form } = useSubmit(async () => {
    await logout();
    await setSession(null);
  });
  return (
    <AuthLayout title="You are signed in">
      <form className="stack" {...form}>
        <FormError message={error} />
        <p>
          This link invites somebody to make an account, and you are signed in as {user.name}. Log out to make another
          account with it.
        </p>
        <Button type="submit" loading={busy} fullWidth size="md">
          Log out and accept the invitation
        </Button>
      </form>
      <div className="auth-links">
        <Anchor component={Link} to="/admin/dashboard">
          Stay signed in and go to the dashboard
        </Anchor>
      </div>
    </AuthLayout>
  );
}
