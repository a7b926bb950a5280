import { useConfirm } from "./confirm";

/** Tells something that must be read before going on. */
export function useAlert(): (message: string) => Promise<void> {
  const ask = useConfirm();
  return async (message) => {
    await ask({ message, confirm: "OK", cancel: null, danger: false });
  };
}
