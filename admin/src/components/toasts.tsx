import { reasonOf } from "@academy/shared/api/errors";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { type CustomContentProps, enqueueSnackbar, SnackbarContent, SnackbarProvider, useSnackbar } from "notistack";
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { isSwipe } from "./swipe";

/** Where a message leads. */
interface ToastLink {
  href: string;
  label: string;
}

// A type, since notistack takes no interface here.
type Extras = {
  /** Below the message: why something failed, or what else there is to know of what was done. */
  detail?: string;
  link?: ToastLink;
};

declare module "notistack" {
  interface VariantOverrides {
    success: Extras;
    error: Extras;
  }
}

const DURATION = 4000;
const MAX_VISIBLE = 3;

/** The dashboard's messages, at the top right. */
export const toast = {
  success: (message: string, more: Pick<Extras, "detail" | "link"> = {}) =>
    enqueueSnackbar(message, { variant: "success", ...more }),
  error: (message: string) => enqueueSnackbar(message, { variant: "error" }),
  /** What did not work, and why. */
  failure: (message: string, cause: unknown) => enqueueSnackbar(message, { variant: "error", detail: reasonOf(cause) }),
  info: (message: string) => enqueueSnackbar(message, { variant: "info" }),
};

const ICONS = { success: IconCheck, error: IconAlertTriangle, info: IconInfoCircle };
const COMPONENTS = { success: Toast, error: Toast, info: Toast, default: Toast, warning: Toast };

/** Where one was before going to the messages. */
let before: HTMLElement | null = null;

/** Takes the focus from the messages back to where it was, unless that is gone or was the page itself. */
function goBack() {
  if (!document.activeElement?.closest(".toast")) return;
  if (before?.isConnected && before !== document.body) before.focus();
  if (document.activeElement?.closest(".toast")) (document.activeElement as HTMLElement).blur();
}

export function ToastProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey && event.code === "KeyT") {
        const first = document.querySelector<HTMLElement>(".toast");
        if (!first) return;
        event.preventDefault();
        first.focus();
      } else if (event.key === "Escape") goBack();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <SnackbarProvider
      maxSnack={MAX_VISIBLE}
      // A toast keeps its own time, because it also pauses for the keyboard and hidden tabs.
      autoHideDuration={null}
      anchorOrigin={{ vertical: "top", horizontal: "right" }}
      Components={COMPONENTS}
      classes={{ containerRoot: "toasts" }}
    >
      {children}
    </SnackbarProvider>
  );
}

function Toast(props: CustomContentProps & Extras & { ref?: React.Ref<HTMLDivElement> }) {
  const { id, message, variant, detail, link, ref } = props;
  const { closeSnackbar } = useSnackbar();
  const [paused, setPaused] = useState({ hover: false, focus: false, hidden: document.hidden });
  const [shift, setShift] = useState(0);
  const drag = useRef<{ x: number; at: number } | null>(null);
  const left = useRef(DURATION);
  const waits = paused.hover || paused.focus || paused.hidden;

  useEffect(() => {
    const onVisibility = () => setPaused((was) => ({ ...was, hidden: document.hidden }));
    document.addEventListener("visibilitychange", onVisibility);
    return () => document.removeEventListener("visibilitychange", onVisibility);
  }, []);

  useEffect(() => {
    if (waits) return;
    const started = performance.now();
    const timer = setTimeout(() => closeSnackbar(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [waits, id, closeSnackbar]);

  const onPointerDown = (event: PointerEvent) => {
    drag.current = { x: event.clientX, at: performance.now() };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) setShift(Math.max(0, event.clientX - drag.current.x));
  };
  const onPointerUp = () => {
    if (drag.current && isSwipe(shift, performance.now() - drag.current.at)) closeSnackbar(id);
    drag.current = null;
    setShift(0);
  };

  const onFocus = ({ relatedTarget }: FocusEvent) => {
    setPaused((was) => ({ ...was, focus: true }));
    if (!relatedTarget?.closest(".toast")) before = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };
  const dismiss = () => {
    closeSnackbar(id);
    goBack();
  };

  const Icon = variant === "success" || variant === "error" ? ICONS[variant] : ICONS.info;
  return (
    <SnackbarContent
      ref={ref}
      className="toast"
      data-variant={variant}
      role={variant === "error" ? "alert" : "status"}
      tabIndex={-1}
      // Escape is for the message then, not for a dialog beneath it.
      data-mantine-stop-propagation="true"
      style={{ transform: shift > 0 ? `translateX(${shift}px)` : undefined }}
      onMouseEnter={() => setPaused((was) => ({ ...was, hover: true }))}
      onMouseLeave={() => setPaused((was) => ({ ...was, hover: false }))}
      onFocus={onFocus}
      onBlur={() => setPaused((was) => ({ ...was, focus: false }))}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" className="toast-icon" />
      <div className="toast-text">
        {message}
        {detail && <p className="toast-detail">{detail}</p>}
        {link && (
          <a className="toast-link" href={link.href}>
            {link.label}
          </a>
        )}
      </div>
      <button
        type="button"
        className="toast-close"
        aria-label="Dismiss"
        data-mantine-stop-propagation="true"
        onClick={dismiss}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
    </SnackbarContent>
  );
}
