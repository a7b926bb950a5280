export type ToastVariant = "success" | "error";

/** Shows a toast at the bottom right. The toaster itself is fetched with the first one. */
export function notify(message: string, variant: ToastVariant): void {
  import("./Toaster")
    .then(({ toast }) => toast(message, variant))
    .catch((error) => console.error("the toaster did not load", error));
}

/** Where a page leaves a toast for the next one; the admin uses the same place. */
const KEY = "toast";

/** Has the page that is opened next show a toast: this one is about to be left. */
export function notifyNext(message: string, variant: ToastVariant): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ message, variant }));
  } catch {
    // Storage may be forbidden; what was done is done all the same.
  }
}

/** Shows the toast that the page before has left. */
export function notifyLeft(): void {
  try {
    const left = sessionStorage.getItem(KEY);
    if (!left) return;
    sessionStorage.removeItem(KEY);
    const { message, variant } = JSON.parse(left) as { message: string; variant: ToastVariant };
    notify(message, variant);
  } catch {
    // Storage is forbidden, or somebody else's words stand there.
  }
}
