import { Button, Drawer } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { TabList } from "./TabList";

interface Props {
  current: string;
  opened: boolean;
  onClose: () => void;
  onSearch: () => void;
}

/** The tabs where there is no room for them beside the content. */
export function TabDrawer({ current, opened, onClose, onSearch }: Props) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Dashboard" size="17rem">
      <Button variant="default" fullWidth leftSection={<IconSearch size={16} />} onClick={onSearch}>
        Search
      </Button>
      <nav className="dashboard-tabs" aria-label="Tabs">
        <TabList current={current} onChoose={onClose} />
      </nav>
    </Drawer>
  );
}
