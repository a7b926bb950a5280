import { body, type Schemas } from "@academy/shared/api/client";
import { saysSignedIn } from "@academy/shared/cookie";
import { leaveToast } from "@academy/shared/toast/toast";
import useSWR from "swr";
import { api } from "@/live/api";
import { quietly } from "@/live/swr";
import { notify } from "@/toast/notify";

export type User = Schemas["User"];

/**
 * Who is signed in. Asks the API only when the readable cookie says that somebody may be:
 * anonymous visitors cost no request. The user is undefined until known, and for visitors.
 */
export function useSession() {
  const { data, mutate } = useSWR<User | null>(
    "session",
    () => (saysSignedIn() ? body(api.GET("/auth/me", { credentials: "include" })).catch(() => null) : null),
    quietly,
  );
  const logout = async (said: { logged_out: string; logout_failed: string }) => {
    try {
      await body(api.POST("/auth/logout", { credentials: "include" }));
    } catch (error) {
      console.error("logout failed", error);
      notify(said.logout_failed, "error");
      return;
    }
    await mutate(null, { revalidate: false });
    leaveToast({ message: said.logged_out, variant: "success" });
    window.location.assign("/");
  };
  return { user: data ?? undefined, logout };
}
