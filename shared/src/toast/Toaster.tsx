import "./style-sheet"; // before notistack, which makes styles as soon as it is loaded
import { type CustomContentProps, closeSnackbar, enqueueSnackbar, SnackbarContent, SnackbarProvider } from "notistack";
import { type PointerEvent, type Ref, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Drawing } from "../Icon";
import { paths } from "../icons";
import { isPaused, onPaused, pauseBy } from "./paused";
import { sweptAway } from "./swipe";
import type { Place, Toast } from "./toast";

type Extras = Pick<Toast, "detail" | "link" | "button">;

declare module "notistack" {
  interface VariantOverrides {
    success: Extras;
    error: Extras;
    info: Extras;
  }
}

const DURATION = 4000;
const AT_ONCE = 3;
const DRAWINGS = {
  success: paths.check,
  error: "M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.8v.1",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 7.5v5m0-8.1v.1",
};

/** Mantine's dialogs ignore Escape on elements with this attribute. */
const keepsEscape = { "data-mantine-stop-propagation": true };

/** Runs `done` after DURATION milliseconds, not counting those in which toasts are paused. */
function useTimeout(done: () => void) {
  const paused = useSyncExternalStore(onPaused, isPaused);
  const left = useRef(DURATION);
  const finish = useRef(done);
  finish.current = done;
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = window.setTimeout(() => finish.current(), left.current);
    return () => {
      left.current -= performance.now() - since;
      window.clearTimeout(timer);
    };
  }, [paused]);
}

type ContentProps = CustomContentProps & Omit<Toast, "message"> & { ref?: Ref<HTMLDivElement> };

function Content({ id, message, variant, detail, link, button, ref }: ContentProps) {
  const close = () => closeSnackbar(id);
  const dismiss = () => {
    leave();
    close();
  };
  useTimeout(close);
  const start = useRef<{ x: number; at: number } | null>(null);
  const [shift, setShift] = useState(0);
  const down = (event: PointerEvent) => {
    if ((event.target as Element).closest("button, a")) return;
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
    stop();
  };
  return (
    <SnackbarContent
      ref={ref}
      className="toast"
      data-variant={variant}
      role={variant === "error" ? "alert" : "status"}
      tabIndex={-1}
      {...keepsEscape}
      style={{ transform: `translateX(${shift}px)` }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={stop}
    >
      <Drawing path={DRAWINGS[variant]} size={20} />
      <div className="toast-text">
        {message}
        {detail && <p className="toast-detail">{detail}</p>}
        {link && (
          <a href={link.href} {...keepsEscape}>
            {link.label}
          </a>
        )}
      </div>
      {button && (
        <button
          type="button"
          className="toast-button"
          {...keepsEscape}
          onClick={() => {
            dismiss();
            button.run();
          }}
        >
          {button.label}
        </button>
      )}
      <button type="button" className="toast-close" aria-label={placed?.close} {...keepsEscape} onClick={dismiss}>
        <Drawing path={paths.close} size={16} />
      </button>
    </SnackbarContent>
  );
}

let placed: Place | undefined;
/** The element that had the focus before the toasts got it. */
let before: EventTarget | null = null;

function leave() {
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function mount(place: Place) {
  placed = place;
  const region = document.createElement("section");
  region.ariaLabel = place.name;
  document.body.append(region);
  region.addEventListener("focusin", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && region.contains(relatedTarget))) before = relatedTarget;
  });
  pauseBy(region);
  document.addEventListener("keydown", (event) => {
    const among = region.contains(document.activeElement);
    if (event.key === "Escape" && among) leave();
    if (!event.altKey || event.code !== "KeyT" || among) return;
    const first = region.querySelector<HTMLElement>(".toast");
    if (!first) return;
    event.preventDefault();
    first.focus();
  });
  // The provider shows messages only once it is mounted.
  flushSync(() =>
    createRoot(region).render(
      <SnackbarProvider
        maxSnack={AT_ONCE}
        autoHideDuration={null}
        anchorOrigin={{ vertical: place.vertical, horizontal: "right" }}
        domRoot={region}
        Components={{ success: Content, error: Content, info: Content }}
        classes={{ containerRoot: "toasts" }}
      />,
    ),
  );
}

/** Shows a toast; see showToast, which loads this module. */
export function show({ message, ...toast }: Toast, place: Place): void {
  if (!placed) mount(place);
  enqueueSnackbar(message, toast);
}
