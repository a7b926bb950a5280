import { ActionIcon, Tooltip, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";

export function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const dark = colorScheme === "dark";
  const name = dark ? "Use the light theme" : "Use the dark theme";
  return (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" size="lg" aria-label={name} onClick={() => setColorScheme(dark ? "light" : "dark")}>
        {dark ? <IconSun size={20} stroke={1.75} /> : <IconMoon size={20} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}
