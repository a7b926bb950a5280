import type { Place, Toast } from "./toast";

/**
 * Shows a toast. The position of the first one is that of all. Loads the toaster with the first one, and rejects if
 * that fails.
 */
export async function showToast(toast: Toast, place: Place): Promise<void> {
  const { show } = await import("./Toaster");
  show(toast, place);
}
