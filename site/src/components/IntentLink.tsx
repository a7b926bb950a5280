"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ComponentProps, useRef } from "react";
import { isExternal } from "@/lib/url";

type Props = Omit<ComponentProps<typeof Link>, "href" | "prefetch"> & { href: string };

/** Addresses that other programs serve: the browser must leave the site's router for them. */
export const isForeign = (href: string) =>
  !/^\/(?![/\\])/.test(href) || /^\/(api|media|admin|auth|forgot-password|reset-password)(\/|$|\?)/.test(href);

/**
 * A link that fetches its target when somebody shows the intention to go there, not when it comes into view.
 * Addresses outside the site are plain links; to other origins they open in a new tab.
 */
export function IntentLink({ href, ...rest }: Props) {
  const router = useRouter();
  const asked = useRef(false);
  if (isForeign(href)) {
    const away = isExternal(href) ? { target: "_blank", rel: "noopener" } : {};
    return <a href={href} {...away} {...rest} />;
  }
  const prefetch = () => {
    if (asked.current) return;
    asked.current = true;
    router.prefetch(href);
  };
  return (
    <Link href={href} prefetch={false} onPointerEnter={prefetch} onFocus={prefetch} onTouchStart={prefetch} {...rest} />
  );
}
