import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import { makePasskey } from "@/api/passkeys";
import { changeSession } from "@/api/session";
import type { Factors, Session } from "@/api/types";

const SESSIONS = "/auth/sessions";

/** One's own sessions: this one first, then the latest. */
export function useSessions() {
  return useSWR<Session[], unknown>(SESSIONS, async () => {
    const sessions = await body(api.GET("/auth/sessions"));
    return sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  });
}

/** Changes one's own name; the header shows it at once. */
export async function changeName(name: string): Promise<string> {
  const user = await body(api.PUT("/auth/me", { body: { name } }));
  await changeSession(user);
  return user.name;
}

export interface PhoneProof {
  code: string;
  current_password?: string;
  current_phone_code?: string;
}

/** Changes the number that one signs in by, empty for none; returns it as it is stored. Every other session ends. */
export async function changePhone(phone: string, proof: PhoneProof): Promise<string> {
  const user = await body(api.PUT("/auth/me", { body: { phone, ...proof } }));
  await Promise.all([changeSession(user), mutate(SESSIONS)]);
  return user.phone;
}

/** Sends a code to a number; with the mock driver the answer tells it. */
export const sendPhoneCode = (phone: string) => body(api.POST("/auth/me/phone-code", { body: { phone } }));

/** Sets a new password. Every other session ends. */
export async function changePassword(passwords: { current_password: string; new_password: string }): Promise<void> {
  await body(api.POST("/auth/password", { body: passwords }));
  await mutate(SESSIONS);
}

export async function endSession(id: string): Promise<void> {
  try {
    await body(api.DELETE("/auth/sessions/{id}", { params: { path: { id } } }));
  } finally {
    await mutate(SESSIONS);
  }
}

export async function endOtherSessions(): Promise<void> {
  try {
    await body(api.POST("/auth/sessions/end-others"));
  } finally {
    await mutate(SESSIONS);
  }
}

const FACTORS = "/auth/factors";

/** One's own second factors. */
export const useFactors = () => useSWR<Factors, unknown>(FACTORS, () => body(api.GET("/auth/factors")));

/** Reads the factors again, whether a write of them has worked or not. */
async function changing<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } finally {
    await mutate(FACTORS);
  }
}

/** Makes the secret of an authenticator app. */
export const beginTotp = () => body(api.POST("/auth/factors/totp"));

/** Adds the app with a code of it; returns the recovery codes. */
export async function confirmTotp(code: string): Promise<string[]> {
  return (await changing(body(api.POST("/auth/factors/totp/confirm", { body: { code } })))).recovery_codes;
}

export async function removeTotp(): Promise<void> {
  await changing(body(api.DELETE("/auth/factors/totp")));
}

/** Adds a passkey of this browser; returns the recovery codes when it is the first factor. */
export async function addPasskey(name: string): Promise<string[] | undefined> {
  const { options } = await body(api.POST("/auth/factors/passkeys/options"));
  const passkey = await makePasskey(options);
  return (await changing(body(api.POST("/auth/factors/passkeys", { body: { name, passkey } })))).recovery_codes;
}

export async function removePasskey(id: string): Promise<void> {
  await changing(body(api.DELETE("/auth/factors/passkeys/{id}", { params: { path: { id } } })));
}

export async function renewRecoveryCodes(): Promise<string[]> {
  return (await changing(body(api.POST("/auth/factors/recovery-codes")))).recovery_codes;
}
