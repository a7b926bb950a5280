import { reasonOf } from "@academy/shared/api/errors";
import { showToast } from "@academy/shared/toast/show";
import type { Toast } from "@academy/shared/toast/toast";

const show = (toast: Toast): void => {
  showToast(toast, { vertical: "top", name: "Messages", close: "Dismiss" }).catch((error) =>
    console.error("the toaster did not load:", error),
  );
};

/** The dashboard's messages, at the top right. */
export const toast = {
  success: (message: string, more: Pick<Toast, "detail" | "link" | "button"> = {}) =>
    show({ message, variant: "success", ...more }),
  error: (message: string, more: Pick<Toast, "detail"> = {}) => show({ message, variant: "error", ...more }),
  /** What did not work, and why. */
  failure: (message: string, cause: unknown) => show({ message, variant: "error", detail: reasonOf(cause) }),
  info: (message: string) => show({ message, variant: "info" }),
};
