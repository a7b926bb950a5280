import { useState } from "react";
import type { Invited } from "@/api/types";
import { Invitations } from "./Invitations";
import { InvitedDialog } from "./InvitedDialog";
import { Members } from "./Members";
import "./team.css";

/** Who works here, and who is invited to. */
export function TeamView() {
  const [invited, setInvited] = useState<Invited | null>(null);
  const [opened, setOpened] = useState(false);
  const show = (fresh: Invited) => {
    setInvited(fresh);
    setOpened(true);
  };
  return (
    <>
      <Members />
      <Invitations onInvited={show} />
      <InvitedDialog opened={opened} invited={invited} onClose={() => setOpened(false)} />
    </>
  );
}
