import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import type { NamedPlace } from "@/resources/history";
import { loadable } from "@/ui/loadable";
import { Loading } from "@/ui/states";

interface Props {
  /** The documents that a form edits. */
  documents: readonly NamedPlace[];
  /** Which form it belongs to, where a screen has several. */
  of?: string;
  /** Told when the dialog opens and closes, for the dialog that it is opened from. */
  onToggle?: (opened: boolean) => void;
}

// What compares texts is fetched when somebody wants to compare.
const Versions = loadable(() => import("./Versions"), "Versions");

/** The former versions of what a form edits: what was changed by whom, the differences, and the way back. */
export function History({ documents, of, onToggle }: Props) {
  const [opened, setOpened] = useState(false);
  const narrow = useMediaQuery("(max-width: 40em)", false, { getInitialValueInEffect: false });
  const toggle = (next: boolean) => {
    setOpened(next);
    onToggle?.(next);
  };
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconHistory size={16} />}
        aria-label={of && `History: ${of}`}
        onPointerEnter={Versions.load}
        onFocus={Versions.load}
        onClick={() => toggle(true)}
      >
        History
      </Button>
      <Modal opened={opened} onClose={() => toggle(false)} title="History" size="60rem" fullScreen={narrow}>
        <Suspense fallback={<Loading />}>
          <Versions documents={documents} />
        </Suspense>
      </Modal>
    </>
  );
}
