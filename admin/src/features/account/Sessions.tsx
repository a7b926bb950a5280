import { Button } from "@mantine/core";
import type { Session } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { deviceOf } from "@/components/device";
import { formatDayTime, formatMoment } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useLoadFailure } from "@/components/useLoadFailure";
import { endOtherSessions, endSession, useSessions } from "./calls";

export function Sessions() {
  const { data, error, mutate } = useSessions();
  useLoadFailure(data ? undefined : error);
  const confirm = useConfirm();

  const endOthers = async () => {
    const message = "Sign out everywhere else? You stay signed in here.";
    if (!(await confirm({ message, confirm: "End all others" }))) return;
    try {
      await endOtherSessions();
      toast.success("You are signed in only here now");
    } catch (failure) {
      toast.failure("Failed to end the other sessions", failure);
    }
  };

  return (
    <Panel
      title="Sessions"
      subtitle="Where you are signed in. End what you do not know, then change your password."
      actions={
        data &&
        data.length > 1 && (
          <Button variant="default" size="sm" color="brick" onClick={endOthers}>
            End all others
          </Button>
        )
      }
    >
      {!data && error !== undefined && (
        <Failure title="The sessions could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data && (
        <ul className="rows" aria-label="Sessions">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SessionRow({ session }: { session: Session }) {
  const device = deviceOf(session.user_agent);
  const confirm = useConfirm();

  const end = async () => {
    const message = `End the session of ${device}, last seen ${formatMoment(session.last_seen_at)}?`;
    if (!(await confirm({ message, confirm: "End session" }))) return;
    try {
      await endSession(session.id);
      toast.success("Session ended");
    } catch (failure) {
      toast.failure("Failed to end the session", failure);
    }
  };

  return (
    <li className="row session-row">
      <div className="row-main">
        <h3 title={session.user_agent}>
          {device} {session.current && <span className="badge">This device</span>}
        </h3>
        <p className="row-meta figures">
          {session.address && <span>{session.address}</span>}
          <span>Signed in {formatDayTime(session.created_at)}</span>
          {!session.current && <span>Last seen {formatMoment(session.last_seen_at)}</span>}
        </p>
      </div>
      {!session.current && (
        <div className="row-actions">
          <Button variant="subtle" color="brick" size="xs" aria-label={`End session: ${device}`} onClick={end}>
            End session
          </Button>
        </div>
      )}
    </li>
  );
}
