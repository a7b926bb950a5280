import type { Place, Toast } from "./toast";

/**
 * Shows a toast; the place of the first one is that of all. What shows them is fetched with it: rejects when that cannot be
 * had.
 */
export async function showToast(toast: Toast, place: Place): Promise<void> {
  const { show } = await import("./Toaster");
  show(toast, place);
}
