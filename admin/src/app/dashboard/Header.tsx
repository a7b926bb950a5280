import { leaveToast } from "@academy/shared/toast/toast";
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconMenu2, IconSearch } from "@tabler/icons-react";
import { setSession, useMay, useSession } from "@/api/session";
import { logout } from "@/features/auth/calls";
import { PublishStatus } from "@/features/publish/PublishStatus";
import { Mark } from "@/ui/Mark";
import { SHORTCUTS, shortcutLabel } from "@/ui/shortcuts";
import { ThemeToggle } from "@/ui/ThemeToggle";
import { toast } from "@/ui/toasts";

const SEARCH = SHORTCUTS.Everywhere["Search and go to"];

interface Props {
  /** Opens the tabs, where they are not in sight. */
  onTabs?: () => void;
  onSearch: () => void;
}

export function Header({ onTabs, onSearch }: Props) {
  const { user } = useSession();
  const may = useMay();

  const leave = async () => {
    try {
      await logout();
    } catch (error) {
      console.error("logout failed", error);
      toast.failure("Failed to log out", error);
      return;
    }
    await setSession(null);
    leaveToast({ message: "Logged out successfully", variant: "success" });
    window.location.assign("/");
  };

  return (
    <header className="header">
      <a className="skip" href="#tab-panel">
        Skip to content
      </a>
      <div className="header-inner">
        {onTabs && (
          <ActionIcon variant="subtle" size="lg" aria-label="Tabs" aria-haspopup="dialog" onClick={onTabs}>
            <IconMenu2 size={22} stroke={1.75} />
          </ActionIcon>
        )}
        <div className="header-title">
          {!onTabs && <Mark size={34} />}
          <div>
            <h1>Admin Dashboard</h1>
            <p className="header-welcome">Welcome, {user?.name}</p>
          </div>
        </div>
        {(may("content:read") || may("content:own")) && <PublishStatus />}
        <div className="header-actions">
          {!onTabs && (
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconSearch size={16} />}
              rightSection={<kbd>{shortcutLabel(SEARCH)}</kbd>}
              aria-keyshortcuts="Control+K Meta+K"
              onClick={onSearch}
            >
              Search
            </Button>
          )}
          <Button
            component="a"
            href="/"
            variant="subtle"
            size="sm"
            className="wide"
            leftSection={<IconArrowLeft size={16} />}
          >
            Back to Home
          </Button>
          <Tooltip label="Back to Home">
            <ActionIcon component="a" href="/" variant="subtle" size="lg" className="narrow" aria-label="Back to Home">
              <IconArrowLeft size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <ThemeToggle />
          <Button variant="default" size="sm" onClick={leave}>
            Logout
          </Button>
        </div>
      </div>
    </header>
  );
}
