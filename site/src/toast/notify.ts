import { type LeftToast, takeToast } from "./next";

export type ToastVariant = LeftToast["variant"];

/** Shows a toast at the bottom right. The toaster itself is fetched with the first one. */
export function notify(message: string, variant: ToastVariant): void {
  import("./Toaster")
    .then(({ toast }) => toast(message, variant))
    .catch((error) => console.error("the toaster did not load", error));
}

/** Shows the toast that the page before has left. */
export function notifyLeft(): void {
  const left = takeToast();
  if (left) notify(left.message, left.variant);
}
