import { body } from "@academy/shared/api/client";
import { api } from "@/api/client";
import type { User } from "@/api/types";

export interface Credentials {
  email: string;
  password: string;
}

export interface Registration extends Credentials {
  name: string;
  /** The token of an invitation link; left out by the first account. */
  invitation?: string;
}

export async function login(credentials: Credentials): Promise<User> {
  return (await body(api.POST("/auth/login", { body: credentials }))).user;
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

export async function verifyCode(phone: string, code: string, name: string): Promise<User> {
  return (await body(api.POST("/auth/phone/verify-otp", { body: { phone, code, name } }))).user;
}

/** Asks for a reset link and returns what to tell. */
export async function forgotPassword(email: string): Promise<string> {
  return (await body(api.POST("/auth/forgot-password", { body: { email } }))).message;
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await body(api.POST("/auth/reset-password", { body: { token, password } }));
}
