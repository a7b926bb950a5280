import { type LeftToast, leaveToast, takeToast } from "./next";

export type ToastVariant = LeftToast["variant"];

/** Shows a toast at the bottom right. The toaster itself is fetched with the first one. */
export function notify(message: string, variant: ToastVariant): void {
  import("./Toaster")
    .then(({ toast }) => toast(message, variant))
    .catch(async (error) => {
      console.error("the toaster did not load:", error);
      leaveToast({ message, variant });
      if (await window.firstTouch.renew?.()) return;
      takeToast();
      say(message, variant);
    });
}

/** Says it where the toaster cannot be had, until the next press elsewhere. */
function say(message: string, variant: ToastVariant) {
  const notice = document.createElement("p");
  notice.className = "toast";
  notice.dataset.variant = variant;
  notice.role = variant === "error" ? "alert" : "status";
  notice.popover = "auto";
  document.body.append(notice);
  notice.showPopover();
  notice.textContent = message;
}

/** Shows the toast that the page before has left. */
export function notifyLeft(): void {
  const left = takeToast();
  if (left) notify(left.message, left.variant);
}
