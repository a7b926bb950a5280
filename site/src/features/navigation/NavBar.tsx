"use client";

import { Icon } from "@academy/shared/Icon";
import { usePathname } from "next/navigation";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "@/components/Link";
import { Logo } from "@/components/Logo";
import type { ShownEntry } from "@/content/reader";
import { Disclosure } from "@/islands/Disclosure";
import { island } from "@/islands/island";
import { fill } from "@/lib/fill";
import { useSession } from "@/session/useSession";
import { ThemeToggle } from "@/theme/ThemeToggle";
import { notifyLeft } from "@/toast/notify";
import { Dropdown, isNarrow } from "./Dropdown";
import styles from "./navigation.module.css";

interface Props {
  title: string;
  logo: string;
  menu: ShownEntry[];
  words: Record<
    "name" | "logo" | "menu" | "to_dark" | "to_light" | "dashboard" | "logout" | "logged_out" | "logout_failed",
    string
  >;
}

/** The navigation bar; below 769 px a menu button opens its items. */
export default island("NavBar", ({ title, logo, menu, words }: Props) => {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(-1);
  const path = usePathname();
  const menuButton = useRef<HTMLButtonElement>(null);
  const { user, logout } = useSession();
  const close = () => setOpen(false);
  // One group at a time: opening the other one closes this one, whatever is left of its delay.
  const openGroup = (at: number) => (wanted: boolean) => setShown((was) => (wanted ? at : was === at ? -1 : was));

  useEffect(notifyLeft, []);

  // Another page comes with closed menus; one that the browser brings back must not have them open either.
  const follow = (event: MouseEvent) => {
    if (!(event.target as Element).closest("a")) return;
    setShown(-1);
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
    <nav
      className={styles.bar}
      aria-label={words.name || undefined}
      onClick={follow}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <Link href="/" className={styles.logo} aria-label={fill(words.logo, { title }) || title}>
        <Logo url={logo} />
        <span>{title}</span>
      </Link>
      <div className={styles.tools}>
        <ThemeToggle words={words} />
        <Disclosure
          buttonRef={menuButton}
          className={styles.menuButton}
          aria-controls="main-menu"
          open={open}
          onOpen={setOpen}
          onClick={() => setOpen((was) => !was)}
        >
          <Icon name={open ? "close" : "menu"} />
          <span className="visually-hidden">{words.menu}</span>
        </Disclosure>
      </div>
      {/* Until scripts have come the items stay open while they have the focus: they take it when a group is closed. */}
      <ul id="main-menu" className={styles.items} tabIndex={-1} data-open={open || undefined}>
        {menu.map(({ label, href, children }, i) =>
          children ? (
            <Dropdown
              key={i}
              id={`main-menu_${i}`}
              label={label}
              links={children}
              open={shown === i}
              onOpen={openGroup(i)}
            />
          ) : (
            <li key={i}>
              <Link href={href} className={styles.item} aria-current={current(href)}>
                {label}
              </Link>
            </li>
          ),
        )}
        {user && (
          <>
            <li>
              <a href="/admin/dashboard" className={styles.item}>
                {words.dashboard}
              </a>
            </li>
            <li>
              <button type="button" className={styles.item} onClick={() => logout(words)}>
                {words.logout}
              </button>
            </li>
          </>
        )}
      </ul>
    </nav>
  );
});
