import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import type { Invitation, Invited, Member, User } from "@/api/types";

const MEMBERS = "/admin/users";
const INVITATIONS = "/admin/invitations";

export type Role = User["role"];
export type Way = "email" | "phone";

/** Every account, by name. */
export function useMembers() {
  return useSWR<Member[], unknown>(MEMBERS, () => body(api.GET("/admin/users")));
}

/** The invitations that can still be accepted, the latest first. */
export function useInvitations() {
  return useSWR<Invitation[], unknown>(INVITATIONS, () => body(api.GET("/admin/invitations")));
}

export async function changeRole(id: string, role: Role): Promise<void> {
  try {
    await body(api.PUT("/admin/users/{id}", { params: { path: { id } }, body: { role } }));
  } finally {
    await mutate(MEMBERS);
  }
}

export async function removeMember(id: string): Promise<void> {
  try {
    await body(api.DELETE("/admin/users/{id}", { params: { path: { id } } }));
  } finally {
    await mutate(MEMBERS);
  }
}

/** Invites the owner of an e-mail address or phone; the answer alone has the link. */
export async function invite(way: Way, to: string, role: Role): Promise<Invited> {
  try {
    return await body(api.POST("/admin/invitations", { body: { [way]: to, role } }));
  } finally {
    await mutate(INVITATIONS);
  }
}

export async function withdraw(id: string): Promise<void> {
  try {
    await body(api.DELETE("/admin/invitations/{id}", { params: { path: { id } } }));
  } finally {
    await mutate(INVITATIONS);
  }
}
