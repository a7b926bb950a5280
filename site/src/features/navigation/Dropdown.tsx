"use client";

import { usePathname } from "next/navigation";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Icon } from "@/components/Icon";
import { IntentLink } from "@/components/IntentLink";
import type { NavGroup } from "@/lib/links";
import styles from "./navigation.module.css";

/** How long the menu stays after the pointer left the toggle or the menu, in milliseconds. */
const TOGGLE_DELAY = 300;
const MENU_DELAY = 200;

export const isNarrow = () => window.matchMedia("(max-width: 768px)").matches;

/**
 * A group of links behind a button. On wide screens it opens under the pointer and closes after a short delay;
 * on narrow ones, and by keyboard, it opens and closes on activation.
 */
export function Dropdown({ group, onFollow }: { group: NavGroup; onFollow: () => void }) {
  const [open, setOpen] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const root = useRef<HTMLLIElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  const path = usePathname();
  const here = group.links.some((link) => link.href === path);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  const keep = () => window.clearTimeout(timer.current);
  const hovers = (event: PointerEvent) => event.pointerType === "mouse" && !isNarrow();
  const enter = (event: PointerEvent) => {
    if (!hovers(event)) return;
    keep();
    setOpen(true);
  };
  const leave = (delay: number) => (event: PointerEvent) => {
    if (!hovers(event)) return;
    keep();
    timer.current = window.setTimeout(() => setOpen(false), delay);
  };
  const click = (event: MouseEvent) => {
    keep();
    // A mouse on a wide screen has opened the menu by coming here; its click must not take it away again.
    const byMouse = event.detail > 0 && !isNarrow();
    setOpen((was) => byMouse || !was);
  };
  const links = () => [...(root.current?.querySelectorAll<HTMLAnchorElement>("ul a") ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      setOpen(false);
      toggle.current?.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setOpen(true);
    requestAnimationFrame(() => {
      const all = links();
      const at = all.indexOf(document.activeElement as HTMLAnchorElement);
      all[at < 0 && step < 0 ? all.length - 1 : (at + step + all.length) % all.length]?.focus();
    });
  };
  const onBlur = (event: FocusEvent) => {
    if (!isNarrow() && event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    <li ref={root} className={styles.group} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={toggle}
        type="button"
        className={styles.item}
        data-here={here || undefined}
        aria-expanded={open}
        aria-controls={id}
        onPointerEnter={enter}
        onPointerLeave={leave(TOGGLE_DELAY)}
        onClick={click}
      >
        {group.label}
        <Icon name="chevron" size={16} />
      </button>
      <ul
        id={id}
        className={styles.menu}
        data-open={open || undefined}
        onPointerEnter={enter}
        onPointerLeave={leave(MENU_DELAY)}
      >
        {group.links.map((link) => (
          <li key={link.href}>
            <IntentLink
              href={link.href}
              aria-current={link.href === path ? "page" : undefined}
              onClick={() => {
                setOpen(false);
                onFollow();
              }}
            >
              {link.label}
            </IntentLink>
          </li>
        ))}
      </ul>
    </li>
  );
}
