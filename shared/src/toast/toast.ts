/** An action that a toast offers as long as it is shown. */
export interface ToastButton {
  label: string;
  run: () => void;
}

export interface Toast {
  message: string;
  variant: "success" | "error" | "info";
  /** A text below the message: why something failed, or details of what was done. */
  detail?: string;
  /** The address of the link. */
  link?: { href: string; label: string };
  button?: ToastButton;
}

/** The position of toasts on a page, and their names. */
export interface Place {
  vertical: "top" | "bottom";
  /** The name of their region. */
  name: string;
  /** The name of the button that closes one. */
  close: string;
}

const KEY = "toast";

/** Stores a toast for the next page in this window, of the site or of the dashboard. */
export function leaveToast(toast: Omit<Toast, "button">): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(toast));
  } catch {
    // Storage may be forbidden. The action itself succeeded.
  }
}

/** Returns the toast that the page before has stored, once. */
export function takeToast(): Toast | null {
  try {
    const left = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return left && JSON.parse(left);
  } catch {
    // Storage is forbidden, or the item is not ours.
    return null;
  }
}
