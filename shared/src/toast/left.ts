// A toast for the page that is opened next in this window, be it of the site or of the dashboard.

const KEY = "toast";

export type ToastVariant = "success" | "error";

export interface LeftToast {
  message: string;
  variant: ToastVariant;
}

/** Leaves a toast: this page is about to be left. */
export function leaveToast(toast: LeftToast): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(toast));
  } catch {
    // Storage may be forbidden; what was done is done all the same.
  }
}

/** The toast that the page before has left, once. */
export function takeToast(): LeftToast | null {
  try {
    const left = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return left && JSON.parse(left);
  } catch {
    // Storage is forbidden, or somebody else's words stand there.
    return null;
  }
}
