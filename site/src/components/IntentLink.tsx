import type { ComponentProps } from "react";
import { isExternal } from "@/lib/url";

/** A link; to other origins it opens in a new tab. */
export function IntentLink({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  const away = isExternal(href) ? { target: "_blank", rel: "noopener" } : {};
  return <a href={href} {...away} {...rest} />;
}
