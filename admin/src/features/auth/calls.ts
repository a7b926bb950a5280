import { body } from "@academy/shared/api/client";
import { api } from "@/api/client";
import { askPasskey } from "@/api/passkeys";
import type { SignInAnswer, User } from "@/api/types";

export interface Credentials {
  email: string;
  password: string;
}

export interface Registration extends Credentials {
  name: string;
  /** The token of an invitation link; left out by the first account. */
  invitation?: string;
}

/** Signs in, or says which factor is needed besides. */
export const login = (credentials: Credentials): Promise<SignInAnswer> =>
  body(api.POST("/auth/login", { body: credentials }));

/** Proof of a factor, which ends a sign-in that needs one. */
export type Proof = { code: string } | { recovery_code: string } | { passkey: Record<string, unknown> };

export async function finishSignIn(ticket: string, proof: Proof): Promise<User> {
  return (await body(api.POST("/auth/factor", { body: { ticket, ...proof } }))).user;
}

/** Signs in with a passkey alone, which says whose account it is. */
export async function passkeySignIn(): Promise<User> {
  const { ticket, options } = await body(api.POST("/auth/passkey/options"));
  const passkey = await askPasskey(options);
  return (await body(api.POST("/auth/passkey", { body: { ticket, passkey } }))).user;
}

/** The ways to confirm who one is. Sends a code to the phone of somebody without another way. */
export const confirmOptions = () => body(api.POST("/auth/confirm/options"));

export type ConfirmOptions = Awaited<ReturnType<typeof confirmOptions>>;

/** Confirms who one is. */
export async function confirmWith(
  proof: { code: string } | { password: string } | { passkey: Record<string, unknown> },
): Promise<void> {
  await body(api.POST("/auth/confirm", { body: proof }));
}

export async function register(registration: Registration): Promise<User> {
  return (await body(api.POST("/auth/register", { body: registration }))).user;
}

export async function logout(): Promise<void> {
  await body(api.POST("/auth/logout"));
}

/** Asks for a code by SMS; the mock driver gives it back to be shown. */
export async function sendCode(phone: string): Promise<{ mock_code?: string }> {
  return body(api.POST("/auth/phone/send-otp", { body: { phone } }));
}

export const verifyCode = (phone: string, code: string, name: string): Promise<SignInAnswer> =>
  body(api.POST("/auth/phone/verify-otp", { body: { phone, code, name } }));

/** Asks for a reset link and returns what to tell. */
export async function forgotPassword(email: string): Promise<string> {
  return (await body(api.POST("/auth/forgot-password", { body: { email } }))).message;
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await body(api.POST("/auth/reset-password", { body: { token, password } }));
}
