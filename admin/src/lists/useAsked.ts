import { useEffect } from "react";
import { useSearchParams } from "react-router";

/** Returns the `q` of the address when it comes, and takes it from there: a link can ask for the same again. */
export function useAsked(): string | null {
  const [params, setParams] = useSearchParams();
  const q = params.get("q");
  useEffect(() => {
    if (q === null) return;
    const rest = (now: URLSearchParams) => new URLSearchParams([...now].filter(([name]) => name !== "q"));
    setParams(rest, { replace: true });
  }, [q, setParams]);
  return q;
}
