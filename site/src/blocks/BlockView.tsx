import type { ComponentType } from "react";
import { components } from "./components.gen";
import type { Filled } from "./fill";

/** A block by its component. */
export function BlockView({ type, ...props }: Filled) {
  const Component = components[type] as ComponentType<Omit<Filled, "type">>;
  return <Component {...props} />;
}
