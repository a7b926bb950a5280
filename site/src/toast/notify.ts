import { showToast } from "@academy/shared/toast/show";
import { type Toast, takeToast } from "@academy/shared/toast/toast";

/** At the bottom right, with what the layout has on the page for the toaster, which stands outside of it. */
function show(toast: Toast): void {
  const { notices: name = "", closeNotice: close = "" } = document.body.dataset;
  showToast(toast, { vertical: "bottom", name, close });
}

export const notify = (message: string, variant: Toast["variant"]): void => show({ message, variant });

/** Shows the toast that the page before has left. */
export function notifyLeft(): void {
  const left = takeToast();
  if (left) show(left);
}
