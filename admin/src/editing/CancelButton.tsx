import { Button } from "@mantine/core";
import type { EditedDocument } from "./useDocument";

interface Props<S extends object, F extends object> {
  document: EditedDocument<S, F>;
  size?: "sm";
  onCancel: () => void;
}

/** Gives up what was typed in a small form, and closes it. A draft that this device had kept is asked about. */
export const CancelButton = <S extends object, F extends object>({ document, size, onCancel }: Props<S, F>) => (
  <Button
    variant="default"
    size={size}
    onClick={async () => {
      if (await document.giveUp(document.restored ? {} : null)) onCancel();
    }}
  >
    Cancel
  </Button>
);
