import type { User } from "@/api/types";

export type Role = User["role"];

/** The roles as they are called, and what each may do; in the order in which they are offered. */
export const ROLES: Readonly<Record<Role, { name: string; may: string }>> = {
  author: { name: "Author", may: "edits all content, reads leads, changes the site's settings" },
  editor: { name: "Editor", may: "edits and publishes all content; sees neither leads nor the site's settings" },
  writer: { name: "Writer", may: "writes own articles as drafts, which an editor publishes" },
  counsellor: { name: "Counsellor", may: "sees leads only" },
  administrator: { name: "Administrator", may: "does everything, manages the team, reads the audit log" },
};

/** The roles as choices of a form or select. */
export const ROLE_OPTIONS = (Object.keys(ROLES) as Role[]).map((value) => ({ value, name: ROLES[value].name }));

/** A permission, which roles have. */
export type Permission = User["permissions"][number];

/** Tells whether somebody has a permission. */
export type May = (permission: Permission) => boolean;

/** Tells whether somebody has one of the permissions that something needs. */
export const mayOpen = ({ needs }: { needs?: readonly Permission[] }, may: May): boolean => !needs || needs.some(may);
