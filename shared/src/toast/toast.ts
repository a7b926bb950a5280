/** An action that a toast offers as long as it is shown. */
export interface ToastButton {
  label: string;
  run: () => void;
}

export interface Toast {
  message: string;
  variant: "success" | "error" | "info";
  /** Below the message: why something failed, or what else there is to know of what was done. */
  detail?: string;
  /** The address of the link. */
  link?: { href: string; label: string };
  button?: ToastButton;
}

/** The place of toasts on a page, and their names. */
export interface Place {
  vertical: "top" | "bottom";
  /** The name of them all. */
  name: string;
  /** The name of the button that closes one. */
  close: string;
}

const KEY = "toast";

/** Leaves a toast for the page that is opened next in this window, be it of the site or of the dashboard. */
export function leaveToast(toast: Omit<Toast, "button">): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(toast));
  } catch {
    // Storage may be forbidden; what was done is done all the same.
  }
}

/** The toast that the page before has left, once. */
export function takeToast(): Toast | null {
  try {
    const left = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return left && JSON.parse(left);
  } catch {
    // Storage is forbidden, or somebody else's words stand there.
    return null;
  }
}
