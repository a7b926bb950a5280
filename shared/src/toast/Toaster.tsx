import "./style-sheet"; // before notistack, which makes styles as soon as it is loaded
import { type CustomContentProps, closeSnackbar, enqueueSnackbar, SnackbarContent, SnackbarProvider } from "notistack";
import { type PointerEvent, type Ref, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { Icon } from "../Icon";
import { holdBy, isHeld, onHeld } from "./held";
import type { ToastVariant } from "./left";
import { sweptAway } from "./swipe";

const DURATION = 4000;
const AT_ONCE = 3;

/** What the layout has on the page for the toaster, which stands outside of it. */
const words = (name: "notices" | "closeNotice") => document.body.dataset[name] ?? "";

/** Runs `done` after DURATION milliseconds during which nothing held the toasts. */
function useTimeout(done: () => void) {
  const held = useSyncExternalStore(onHeld, isHeld);
  const left = useRef(DURATION);
  const finish = useRef(done);
  finish.current = done;
  useEffect(() => {
    if (held) return;
    const since = performance.now();
    const timer = window.setTimeout(() => finish.current(), left.current);
    return () => {
      left.current -= performance.now() - since;
      window.clearTimeout(timer);
    };
  }, [held]);
}

function Toast({ id, message, variant, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  const close = () => closeSnackbar(id);
  useTimeout(close);
  const start = useRef<{ x: number; at: number } | null>(null);
  const [shift, setShift] = useState(0);
  const down = (event: PointerEvent) => {
    if ((event.target as Element).closest("button")) return;
    start.current = { x: event.clientX, at: event.timeStamp };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (start.current) setShift(Math.max(0, event.clientX - start.current.x));
  };
  const stop = () => {
    start.current = null;
    setShift(0);
  };
  const up = (event: PointerEvent) => {
    if (start.current && sweptAway(event.clientX - start.current.x, event.timeStamp - start.current.at)) close();
    else setShift(0);
    start.current = null;
  };
  return (
    <SnackbarContent
      ref={ref}
      className="toast"
      data-variant={variant}
      role={variant === "error" ? "alert" : "status"}
      style={{ transform: `translateX(${shift}px)` }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={stop}
    >
      <Icon name={variant === "error" ? "close" : "check"} size={20} />
      <span>{message}</span>
      <button
        type="button"
        onClick={() => {
          leave();
          close();
        }}
      >
        <Icon name="close" size={16} />
        <span className="visually-hidden">{words("closeNotice")}</span>
      </button>
    </SnackbarContent>
  );
}

let root: HTMLElement | undefined;
/** What had the focus before the toasts got it. */
let before: EventTarget | null = null;

function leave() {
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function keys(event: KeyboardEvent) {
  const among = root?.contains(document.activeElement);
  if (event.key === "Escape" && among) leave();
  if (!event.altKey || event.code !== "KeyT" || among) return;
  const first = root?.querySelector("button");
  if (!first) return;
  event.preventDefault();
  first.focus();
}

function mount() {
  root = document.createElement("section");
  root.ariaLabel = words("notices");
  document.body.append(root);
  root.addEventListener("focusin", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && root?.contains(relatedTarget))) before = relatedTarget;
  });
  holdBy(root);
  document.addEventListener("keydown", keys);
  createRoot(root).render(
    <SnackbarProvider
      maxSnack={AT_ONCE}
      autoHideDuration={null}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      domRoot={root}
      Components={{ success: Toast, error: Toast }}
      classes={{ containerRoot: "toasts" }}
    />,
  );
}

/** Shows a toast; puts the toaster on the page when it is the first. */
export async function toast(message: string, variant: ToastVariant): Promise<void> {
  if (!root) {
    mount();
    // The provider takes the first message only once it is there.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  enqueueSnackbar(message, { variant });
}
