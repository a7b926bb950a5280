import type { ComponentType } from "react";
import type { Filled } from "@/content/blocks";
import { components } from "./components.gen";

/** A block by its component. */
export function BlockView({ type, ...props }: Filled) {
  const Component = components[type] as ComponentType<Omit<Filled, "type">>;
  return <Component {...props} />;
}
