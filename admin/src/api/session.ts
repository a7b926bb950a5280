import useSWR, { mutate } from "swr";
import { api, body } from "./client";
import { hasStatus } from "./errors";
import type { User } from "./types";

const KEY = "/auth/me";

/** Set and cleared by the server beside the session; holds no secret. */
function saysSignedIn(): boolean {
  return document.cookie.split("; ").includes("signed_in=1");
}

async function whoAmI(): Promise<User | null> {
  if (!saysSignedIn()) return null;
  try {
    return await body(api.GET("/auth/me"));
  } catch (error) {
    if (hasStatus(error, 401)) return null;
    throw error;
  }
}

/** Who is signed in: undefined until known, null for nobody. */
export function useSession() {
  const {
    data,
    error,
    mutate: again,
  } = useSWR<User | null, unknown>(KEY, whoAmI, {
    revalidateOnFocus: true,
    shouldRetryOnError: true,
  });
  return { user: data, error: data === undefined ? error : undefined, retry: () => again() };
}

/** Makes known who is signed in now; everything cached for somebody else is forgotten. */
export async function setSession(user: User | null) {
  await mutate((key) => key !== KEY, undefined, { revalidate: false });
  await mutate(KEY, user, { revalidate: false });
}

/** Asks again who is signed in: a role may have changed. */
export async function refreshSession() {
  await mutate(KEY);
}
