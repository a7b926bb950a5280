import type { Place, Toast } from "./toast";

/** Shows a toast; the place of the first one is that of all. What shows them is fetched with it. */
export function showToast(toast: Toast, place: Place): void {
  import("./Toaster")
    .then(({ show }) => show(toast, place))
    .catch((error) => console.error("the toaster did not load", error));
}
