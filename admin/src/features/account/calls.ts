import useSWR, { mutate } from "swr";
import { api, body } from "@/api/client";
import type { Session } from "@/api/types";

const SESSIONS = "/auth/sessions";

/** One's own sessions: this one first, then the latest. */
export function useSessions() {
  return useSWR<Session[], unknown>(SESSIONS, async () => {
    const sessions = await body(api.GET("/auth/sessions"));
    return sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  });
}

/** Sets a new password. Every other session ends. */
export async function changePassword(current: string, next: string): Promise<void> {
  await body(api.POST("/auth/password", { body: { current_password: current, new_password: next } }));
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
