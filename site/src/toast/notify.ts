import { type ToastVariant, takeToast } from "@academy/shared/toast/left";

/** Shows a toast at the bottom right. The toaster itself is fetched with the first one. */
export function notify(message: string, variant: ToastVariant): void {
  import("@academy/shared/toast/Toaster")
    .then(({ toast }) => toast(message, variant))
    .catch((error) => console.error("the toaster did not load", error));
}

/** Shows the toast that the page before has left. */
export function notifyLeft(): void {
  const left = takeToast();
  if (left) notify(left.message, left.variant);
}
