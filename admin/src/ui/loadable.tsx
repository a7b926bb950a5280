import { type ComponentType, use } from "react";

/**
 * The component that a file of its own exports by this name. It is fetched once, by `load` or when the component is
 * shown, below a Suspense. Where that fails, showing it fails with the same reason until the page is loaded again.
 */
export function loadable<Name extends string, P extends object>(
  fetchCode: () => Promise<Record<Name, ComponentType<P>>>,
  name: Name,
) {
  let fetched: ComponentType<P> | undefined;
  let coming: Promise<ComponentType<P>> | undefined;
  const code = () => {
    coming ??= fetchCode().then((file) => {
      fetched = file[name];
      return file[name];
    });
    return coming;
  };

  function Loadable(props: P) {
    // Of a promise, kept or not, React shows the fallback first, and a fallback stays for 300 ms at least.
    const Component = fetched ?? use(code());
    return <Component {...props} />;
  }
  return Object.assign(Loadable, { load: () => void code().catch(() => undefined) });
}

/** A loadable component without properties. */
export type Loadable = ReturnType<typeof loadable<string, object>>;
