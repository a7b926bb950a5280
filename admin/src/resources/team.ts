import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import type { Invitation, Invited, Member } from "@/api/types";
import type { Role } from "@/model/roles";

const MEMBERS = "/admin/users";
const INVITATIONS = "/admin/invitations";

export type Way = "email" | "phone";

/** Every account, by name. */
export function useMembers() {
  return useSWR<Member[], unknown>(MEMBERS, () => body(api.GET(MEMBERS)));
}

/** The invitations that can still be accepted, the latest first. */
export function useInvitations() {
  return useSWR<Invitation[], unknown>(INVITATIONS, () => body(api.GET(INVITATIONS)));
}

/** Runs a write, and reads the list again whatever came of it. */
async function writing<T>(list: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } finally {
    await mutate(list);
  }
}

export const changeRole = (id: string, role: Role) =>
  writing(MEMBERS, body(api.PUT("/admin/users/{id}", { params: { path: { id } }, body: { role } })));

export const removeMember = (id: string) =>
  writing(MEMBERS, body(api.DELETE("/admin/users/{id}", { params: { path: { id } } })));

/** Invites the owner of an e-mail address or phone; the answer alone has the link. */
export const invite = (way: Way, to: string, role: Role): Promise<Invited> =>
  writing(INVITATIONS, body(api.POST(INVITATIONS, { body: { [way]: to, role } })));

export const withdraw = (id: string) =>
  writing(INVITATIONS, body(api.DELETE("/admin/invitations/{id}", { params: { path: { id } } })));
