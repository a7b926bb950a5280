import { body } from "@academy/shared/api/client";
import { ApiError, hasStatus } from "@academy/shared/api/errors";
import { saysSignedIn } from "@academy/shared/cookie";
import useSWR, { mutate } from "swr";
import type { May } from "@/model/roles";
import { api } from "./client";
import { admit, giveUp, hadOldSession, sessionEnded, signedInAgain, takePlace } from "./gate";
import type { User } from "./types";

const KEY = "/auth/me";

async function whoAmI(): Promise<User | null> {
  if (!saysSignedIn()) return null;
  const place = takePlace();
  try {
    return await body(api.GET("/auth/me"));
  } catch (error) {
    if (hasStatus(error, 401)) return (await hadOldSession(place)) ? whoAmI() : null;
    throw error;
  }
}

/** Who is signed in: undefined until known, null for nobody. */
export function useSession() {
  const {
    data,
    error,
    mutate: again,
  } = useSWR<User | null, unknown>(KEY, lookAgain, {
    revalidateOnFocus: true,
    // People come back from another window within seconds, signed in there.
    focusThrottleInterval: 500,
    shouldRetryOnError: true,
  });
  return { user: data, error: data === undefined ? error : undefined, retry: () => again() };
}

/** Tells whether the signed-in person has a permission. */
export function useMay(): May {
  const { user } = useSession();
  return (permission) => user?.permissions.includes(permission) ?? false;
}

let known: User | null = null;

// The browser has brought the dashboard back as it was left. When its session has ended since, nobody may see it.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || known === null || saysSignedIn()) return;
  document.documentElement.hidden = true;
  window.location.reload();
});

/**
 * Asks who is signed in. Who works on the open dashboard stays its user when
 * the session has ended or is somebody else's now: the gate deals with that.
 */
async function lookAgain(): Promise<User | null> {
  const user = await whoAmI();
  const stays = user ? !admit(user) : sessionEnded();
  if (!stays) known = user;
  return known;
}

/** Makes known who is signed in now; everything cached for somebody else is forgotten. */
export async function setSession(user: User | null) {
  known = user;
  if (user === null) giveUp();
  await mutate((key) => key !== KEY, undefined, { revalidate: false });
  await mutate(KEY, user, { revalidate: false });
}

/** Shows what the person who is signed in has changed of the own account. */
export async function changeSession(user: User) {
  known = user;
  await mutate(KEY, user, { revalidate: false });
}

/** Asks again who is signed in: a role may have changed. */
export async function refreshSession() {
  await mutate(KEY);
}

/** Waits for a session when it has ended; fails as a call does when there will be none. */
export async function requireSession() {
  const place = takePlace();
  if ((await whoAmI()) !== null) return;
  if (!(await signedInAgain(place))) throw new ApiError(401, null);
}

/** Somebody has signed in where a session had ended: when it is the same person, everything goes on. */
export async function signInAgain(user: User) {
  if (admit(user)) await changeSession(user);
}
