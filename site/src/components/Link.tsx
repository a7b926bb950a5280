import { isExternal } from "@academy/shared/url";
import type { ComponentProps } from "react";

/** A link; one to another site opens in a new tab. */
export function Link({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  const away = isExternal(href) ? { target: "_blank", rel: "noopener" } : {};
  return <a href={href} {...away} {...rest} />;
}
