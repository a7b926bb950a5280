import { ApiError, messageOf } from "@/api/errors";

/** What the sign-in screen says when signing in fails. */
export function loginMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message || "Login failed";
  return messageOf(error);
}

/** What it says when an account cannot be made. */
export function registerMessage(error: unknown): string {
  return (error instanceof ApiError && error.problem?.detail) || "Registration failed";
}

/** Where to go after signing in: only ever an address of the dashboard. */
export function destination(from: string | null): string {
  return from?.startsWith("/admin/") ? from : "/admin/dashboard";
}
