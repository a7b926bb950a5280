/** What can be done about what a toast tells, as long as it stands. */
export interface ToastButton {
  label: string;
  run: () => void;
}

export interface Toast {
  message: string;
  variant: "success" | "error" | "info";
  /** Below the message: why something failed, or what else there is to know of what was done. */
  detail?: string;
  /** Where it leads. */
  link?: { href: string; label: string };
  button?: ToastButton;
}

/** Where toasts stand on a page, and what they are called there. */
export interface Place {
  vertical: "top" | "bottom";
  /** What all of them are called. */
  name: string;
  /** What the button is called that closes one. */
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
