import useSWR from "swr";
import { answer, apiAt, type Schemas } from "@/api/client";
import { apiUrl } from "@/live/api";
import { quietly } from "@/live/swr";
import { leaveToast } from "@/toast/next";
import { notify } from "@/toast/notify";
import { saysSignedIn } from "./cookie";

export type User = Schemas["User"];

/**
 * Who is signed in. Asks the API only when the readable cookie says that somebody may be:
 * anonymous visitors cost no request. The user is undefined until known, and for visitors.
 */
export function useSession() {
  const { data, mutate } = useSWR<User | null>(
    "session",
    () => (saysSignedIn() ? answer(apiAt(apiUrl).GET("/auth/me", { credentials: "include" })).catch(() => null) : null),
    quietly,
  );
  const logout = async (said: { logged_out: string; logout_failed: string }) => {
    try {
      await answer(apiAt(apiUrl).POST("/auth/logout", { credentials: "include" }));
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
