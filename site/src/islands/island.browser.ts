import type { ReactNode } from "react";

/** Replaces `island` in the browser, where the HTML is there and the component hydrates it (mount.ts). */
export const island = <P>(_name: string, Component: (props: P) => ReactNode) => Component;
