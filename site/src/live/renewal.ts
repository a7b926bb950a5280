import { useEffect } from "react";

/** Pauses before the page is asked for again when the API is ahead of it, in milliseconds. */
const PAUSES = [400, 1500, 5000];

/**
 * While `wanted`, loads the page again as soon as there is one that `fits`, by the props that this island has there.
 * Asks as often as PAUSES says: the release that has it is on its way.
 */
export function useRenewal<P>(island: string, wanted: boolean, fits: (props: P) => boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what fits changes with what is wanted
  useEffect(() => {
    if (!wanted) return;
    let timer: number | undefined;
    const ask = ([pause, ...later]: number[]) => {
      if (pause === undefined) return;
      timer = window.setTimeout(async () => {
        const props = await propsNow(island).catch(() => undefined);
        if (timer === undefined) return;
        if (props && fits(props as P)) window.location.reload();
        else ask(later);
      }, pause);
    };
    ask(PAUSES);
    return () => {
      window.clearTimeout(timer);
      timer = undefined;
    };
  }, [island, wanted]);
}

async function propsNow(island: string): Promise<unknown> {
  const answer = await fetch(window.location.href, { cache: "no-cache" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.querySelector<HTMLElement>(`is-land[data-island="${island}"]`);
  return found && JSON.parse(found.dataset.props ?? "null");
}
