"use client";

import { isExternal, urlOf } from "@academy/shared/url";
import { useEffect } from "react";
import { island } from "@/islands/island";
import { useSettings } from "./useLive";

interface Target {
  current_affairs_redirect: boolean;
  current_affairs_url: string;
}

/** Sends the browser to the external current-affairs site when the settings say so. */
export default island("Redirect", ({ built }: { built: Target }) => {
  const { current_affairs_redirect, current_affairs_url } = useSettings(built);
  useEffect(() => {
    const target = urlOf(current_affairs_url);
    if (current_affairs_redirect && target && isExternal(target.href)) window.location.replace(target);
  }, [current_affairs_redirect, current_affairs_url]);
  return null;
});
