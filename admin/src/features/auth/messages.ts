import { ApiError, messageOf } from "@academy/shared/api/errors";

/** What the sign-in screen says when signing in fails. */
export function loginMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message || "Login failed";
  return messageOf(error);
}

/** What it says when an account cannot be made. */
export function registerMessage(error: unknown): string {
  return detailOf(error, "Registration failed");
}

/** Where to go after signing in: only ever an address of the dashboard. */
export function destination(from: string | null): string {
  return from?.startsWith("/admin/") ? from : "/admin/dashboard";
}

/** Why something failed, in the server's words when it has some: the message beside it says only that it did. */
export function detailOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.problem?.detail) || otherwise;
}
