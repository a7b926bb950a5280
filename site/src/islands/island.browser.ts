import type { ReactNode } from "react";

/** What stands for `island` in the browser: its HTML is there, the component takes it over (mount.ts). */
export const island = <P>(_name: string, Component: (props: P) => ReactNode) => Component;
