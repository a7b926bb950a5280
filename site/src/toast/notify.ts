import { showToast } from "@academy/shared/toast/show";
import { leaveToast, type Toast, takeToast } from "@academy/shared/toast/toast";

/** At the bottom right, with what the layout has on the page for the toaster, which stands outside of it. */
function show(toast: Toast): void {
  const { notices: name = "", closeNotice: close = "" } = document.body.dataset;
  showToast(toast, { vertical: "bottom", name, close }).catch(async (error) => {
    console.error("the toaster did not load:", error);
    leaveToast(toast);
    if (await window.firstTouch.renew?.()) return;
    takeToast();
    say(toast);
  });
}

/** Says it where the toaster cannot be had, until the next press elsewhere. */
function say({ message, variant }: Toast) {
  const notice = document.createElement("p");
  notice.className = "toast";
  notice.dataset.variant = variant;
  notice.role = variant === "error" ? "alert" : "status";
  notice.popover = "auto";
  document.body.append(notice);
  notice.showPopover();
  notice.textContent = message;
}

export const notify = (message: string, variant: Toast["variant"]): void => show({ message, variant });

/** Shows the toast that the page before has left. */
export function notifyLeft(): void {
  const left = takeToast();
  if (left) show(left);
}
