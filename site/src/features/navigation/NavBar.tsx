"use client";

import { usePathname } from "next/navigation";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "@/components/Icon";
import { IntentLink } from "@/components/IntentLink";
import { Mark } from "@/components/Logo";
import { useHydrated } from "@/lib/hydrated";
import { learningPaths, type NavGroup, resources } from "@/lib/links";
import { useSession } from "@/session/useSession";
import { ThemeToggle } from "@/theme/ThemeToggle";
import { Dropdown, isNarrow } from "./Dropdown";
import styles from "./navigation.module.css";
import { secretTrigger } from "./secret-trigger";

// Outlives the page: the first click on About already leads away.
const aboutClicked = secretTrigger();

/** The navigation bar; below 769 px a menu button opens its items. */
export function NavBar({ title }: { title: string }) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState("");
  const path = usePathname();
  const menuButton = useRef<HTMLButtonElement>(null);
  const items = useRef<HTMLUListElement>(null);
  const { user, logout } = useSession();
  const hydrated = useHydrated();
  const close = () => setOpen(false);
  // One group at a time: opening the other one closes this one, whatever is left of its delay.
  const dropdown = (group: NavGroup) => ({
    group,
    open: shown === group.label,
    onOpen: (wanted: boolean) => setShown((was) => (wanted ? group.label : was === group.label ? "" : was)),
    onFollow: close,
  });

  // What the stylesheet has opened while scripts were on their way stays open; another page closes the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason to close
  useLayoutEffect(() => {
    const active = document.activeElement;
    const opened = active === menuButton.current || items.current?.contains(active);
    setOpen(isNarrow() && Boolean(opened) && !("alive" in document.documentElement.dataset));
  }, [path]);

  const about = (event: MouseEvent) => {
    if (aboutClicked(Date.now())) {
      event.preventDefault();
      window.location.assign("/auth");
    }
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    close();
    menuButton.current?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (isNarrow() && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  };
  const current = (href: string) => (href === path ? ("page" as const) : undefined);

  return (
    <nav className={styles.bar} aria-label="Main" onKeyDown={onKeyDown} onBlur={onBlur}>
      <IntentLink href="/" className={styles.logo} aria-label={`${title}, home`} onClick={close}>
        <Mark />
        <span>{title}</span>
      </IntentLink>
      <div className={styles.tools}>
        <ThemeToggle />
        <button
          ref={menuButton}
          type="button"
          className={styles.menuButton}
          aria-expanded={hydrated ? open : undefined}
          aria-controls="main-menu"
          onClick={() => setOpen((was) => !was)}
        >
          <Icon name={open ? "close" : "menu"} />
          <span className="visually-hidden">Menu</span>
        </button>
      </div>
      <ul ref={items} id="main-menu" className={styles.items} data-open={open || undefined}>
        <li>
          <IntentLink href="/" className={styles.item} aria-current={current("/")} onClick={close}>
            Home
          </IntentLink>
        </li>
        <Dropdown {...dropdown(learningPaths)} />
        <Dropdown {...dropdown(resources)} />
        <li>
          <IntentLink href="/about-us" className={styles.item} aria-current={current("/about-us")} onClick={about}>
            About
          </IntentLink>
        </li>
        <li>
          <IntentLink href="/contact-us" className={styles.item} aria-current={current("/contact-us")} onClick={close}>
            Contact
          </IntentLink>
        </li>
        {user && (
          <>
            <li>
              <a href="/admin/dashboard" className={styles.item}>
                Dashboard
              </a>
            </li>
            <li>
              <button type="button" className={styles.item} onClick={logout}>
                Logout
              </button>
            </li>
          </>
        )}
      </ul>
    </nav>
  );
}
