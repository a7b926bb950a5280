import { type ComponentType, lazy, useState } from "react";

/**
 * A component whose code is a file of its own, fetched by `load` or at the latest when the component is shown, below a
 * Suspense. Where `load` fails it tells nobody: showing the component asks again, and says why.
 */
export function loadable<P extends object>(fetchCode: () => Promise<ComponentType<P>>) {
  let fetched: ComponentType<P> | undefined;
  const code = async () => {
    fetched = await fetchCode();
    return { default: fetched };
  };
  const Fetched = lazy(code) as unknown as ComponentType<P>;

  function Loadable(props: P) {
    // What lazy has shows a sign of waiting even when its code is there, and React leaves that for 300 ms.
    const [Shown] = useState(() => fetched ?? Fetched);
    return <Shown {...props} />;
  }
  return Object.assign(Loadable, { load: () => void code().catch(() => undefined) });
}

/** One without properties. */
export type Loadable = ReturnType<typeof loadable<object>>;
