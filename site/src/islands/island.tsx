import { createContext, type FunctionComponent, type HTMLAttributes, type ReactNode, use } from "react";

/** The part of T that JSON can represent. */
export type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? { [K in keyof T]: Plain<T[K]> }
      : never;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "is-land": HTMLAttributes<HTMLElement> & { "data-island": string; "data-props": string };
    }
  }
}

const InIsland = createContext(false);

/**
 * A component that runs in the browser too. Its HTML is made when the page is rendered. Its element has its props and its
 * name, by which the loader finds the module. Inside another island it is a part of that one.
 *
 * It is the default export of a module that says "use client", and has the name of the file.
 */
export function island<P extends object>(
  name: string,
  Component: (props: P) => ReactNode,
  ..._: P extends Plain<P> ? [] : ["its props cannot be written as JSON"]
): FunctionComponent<P> {
  return function Island(props) {
    if (use(InIsland)) return <Component {...props} />;
    return (
      <is-land data-island={name} data-props={JSON.stringify(props)}>
        <InIsland value={true}>
          <Component {...props} />
        </InIsland>
      </is-land>
    );
  };
}
