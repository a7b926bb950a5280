import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { User } from "@/api/types";
import { formatDayTime } from "@/ui/format";
import "./account.css";

/** Reports whether the second factor that the role needs is missing, and the time for adding it is over. */
export const isFactorDue = ({ factor_due_at: due }: User): boolean =>
  due !== undefined && Date.parse(due) <= Date.now();

/** Reminds somebody whose role needs a second factor. */
export function FactorNotice({ user }: { user: User }) {
  if (!user.factor_due_at) return null;
  return (
    <div className="factor-notice" role="note">
      <p>
        <strong>Your role needs a second factor.</strong> Add an authenticator app or a passkey before{" "}
        {formatDayTime(user.factor_due_at)}; from then on you can do nothing else first.
      </p>
      <Button component={Link} to="/admin/dashboard?tab=settings&view=account" size="sm" variant="default">
        Add one
      </Button>
    </div>
  );
}
