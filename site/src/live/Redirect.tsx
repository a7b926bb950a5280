"use client";

import { useEffect } from "react";
import { useSettings } from "./useLive";

interface Target {
  current_affairs_redirect: boolean;
  current_affairs_url: string;
}

/** Sends the browser to the external current-affairs site when the settings say so. */
export function Redirect({ built }: { built: Target }) {
  const { current_affairs_redirect, current_affairs_url } = useSettings(built);
  useEffect(() => {
    if (current_affairs_redirect && /^https?:\/\//.test(current_affairs_url))
      window.location.replace(current_affairs_url);
  }, [current_affairs_redirect, current_affairs_url]);
  return null;
}
