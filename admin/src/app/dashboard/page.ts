import { type ComponentType, lazy } from "react";

/** A component whose code is fetched when it is first shown. */
export const page = (load: () => Promise<Record<string, ComponentType>>, name: string) =>
  lazy(async () => {
    const Content = (await load())[name];
    if (!Content) throw new Error(`the page ${name} is missing`);
    return { default: Content };
  });
