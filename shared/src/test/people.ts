import type { Editor } from "./editor";

/** The password of everybody who joins. */
export const PASSWORD = "a passphrase of their own";

/** Invites somebody by the API and returns the link. */
export async function invite(
  administrator: Editor,
  invitation: { email?: string; phone?: string; role?: string },
): Promise<string> {
  return (await administrator.call<{ link: string }>("POST", "/api/admin/invitations", invitation)).link;
}

/** The secret of an invitation's link. */
export const invitationOf = (link: string) => new URL(link).searchParams.get("invitation");
