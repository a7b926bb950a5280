import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { DeletedCollection } from "@/resources/history";
import { Trash } from "./Trash";

/** Opens what was deleted of a collection. */
export function TrashButton({ collection }: { collection: DeletedCollection }) {
  const [opened, setOpened] = useState(false);
  const narrow = useMediaQuery("(max-width: 40em)", false, { getInitialValueInEffect: false });
  return (
    <>
      <Button variant="subtle" size="sm" leftSection={<IconTrash size={16} />} onClick={() => setOpened(true)}>
        Trash
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Trash" size="48rem" fullScreen={narrow}>
        <Trash collection={collection} />
      </Modal>
    </>
  );
}
