export type ToastVariant = "success" | "error";

/** Shows a toast at the bottom right. The toaster itself is fetched with the first one. */
export function notify(message: string, variant: ToastVariant): void {
  import("./Toaster")
    .then(({ toast }) => toast(message, variant))
    .catch((error) => console.error("the toaster did not load", error));
}
