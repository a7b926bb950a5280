import { useState } from "react";
import type { Invited } from "@/api/types";
import { Invitations } from "./Invitations";
import { InvitedDialog } from "./InvitedDialog";
import { Members } from "./Members";
import "./team.css";

/** Who works here, and who is invited to. */
export function TeamView() {
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <>
      <Members />
      <Invitations onInvited={setInvited} />
      <InvitedDialog invited={invited} onClose={() => setInvited(null)} />
    </>
  );
}
