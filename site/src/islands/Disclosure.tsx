import { type ComponentProps, type Ref, useLayoutEffect } from "react";
import { useHydrated } from "@/lib/hydrated";

interface Props extends Omit<ComponentProps<"button">, "aria-expanded" | "ref" | "tabIndex" | "type"> {
  buttonRef: Ref<HTMLButtonElement>;
  /** The id of what the button opens. */
  "aria-controls": string;
  open: boolean;
  /** Is called with true where the stylesheet has opened it before hydration. */
  onOpen: (open: boolean) => void;
}

/**
 * A button that opens something. Before hydration the stylesheet opens it while the focus is on the button or inside,
 * and sets `--open: 1` on it; then it stays open. The button says whether it is open only after hydration, because the
 * HTML cannot follow the stylesheet. With a `tabIndex`, Safari gives the focus to a pressed button.
 */
export function Disclosure({ buttonRef, className, open, onOpen, ...button }: Props) {
  const hydrated = useHydrated();
  const { "aria-controls": id } = button;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the stylesheet gives it over
  useLayoutEffect(() => {
    const opened = document.getElementById(id);
    if (opened && getComputedStyle(opened).getPropertyValue("--open").trim() === "1") onOpen(true);
  }, []);
  return (
    <button
      ref={buttonRef}
      type="button"
      className={className}
      tabIndex={0}
      aria-expanded={hydrated ? open : undefined}
      {...button}
    />
  );
}
