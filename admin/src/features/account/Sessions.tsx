import { Button } from "@mantine/core";
import type { Session } from "@/api/types";
import { deviceOf } from "@/ui/device";
import { formatDayTime, formatMoment } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { useAction } from "@/ui/useAction";
import { endOtherSessions, endSession, useSessions } from "./calls";

export function Sessions() {
  const sessions = useSessions();
  const { act } = useAction();
  const endOthers = () =>
    act({
      question: { message: "Sign out everywhere else? You stay signed in here.", confirm: "End all others" },
      run: endOtherSessions,
      done: "You are signed in only here now",
      failed: "Failed to end the other sessions",
    });

  return (
    <Panel
      title="Sessions"
      subtitle="Where you are signed in. If you do not recognise a session, end it and change your password."
      actions={
        sessions.data &&
        sessions.data.length > 1 && (
          <Button variant="default" size="sm" color="brick" onClick={endOthers}>
            End all others
          </Button>
        )
      }
    >
      <Loaded from={sessions} failed="The sessions could not be loaded">
        {(known) => (
          <ul className="rows" aria-label="Sessions">
            {known.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function SessionRow({ session }: { session: Session }) {
  const device = deviceOf(session.user_agent);
  const { act } = useAction();
  const end = () =>
    act({
      question: {
        message: `End the session of ${device}, last seen ${formatMoment(session.last_seen_at)}?`,
        confirm: "End session",
      },
      run: () => endSession(session.id),
      done: "Session ended",
      failed: "Failed to end the session",
    });

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
