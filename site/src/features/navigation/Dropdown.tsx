import { Icon } from "@academy/shared/Icon";
import { usePathname } from "next/navigation";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from "react";
import { Link } from "@/components/Link";
import type { ShownEntry } from "@/content/reader";
import { Disclosure } from "@/islands/Disclosure";
import styles from "./navigation.module.css";

/** How long the menu stays after the pointer left the toggle or the menu, in milliseconds. */
const TOGGLE_DELAY = 300;
const MENU_DELAY = 200;

export const isNarrow = () => window.matchMedia("(max-width: 768px)").matches;

interface Props {
  id: string;
  label: string;
  links: ShownEntry[];
  open: boolean;
  onOpen: (open: boolean) => void;
}

/**
 * A group of links behind a button. On wide screens it opens under the pointer and closes after a short delay;
 * on narrow ones, and by touch or keyboard, it opens and closes on activation.
 */
export function Dropdown({ id, label, links, open, onOpen }: Props) {
  const timer = useRef<number | undefined>(undefined);
  const root = useRef<HTMLLIElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const pointer = useRef("");
  const path = usePathname();
  const here = links.some((link) => link.href === path);

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const inside = (node: EventTarget | null) => node instanceof Node && root.current?.contains(node);
    // On narrow screens closing would move what is being pressed.
    const press = (event: Event) => !isNarrow() && !inside(event.target) && onOpen(false);
    // Keys pressed inside are the list item's own; this is for a menu that only the pointer keeps open.
    const key = (event: Event) =>
      (event as globalThis.KeyboardEvent).key === "Escape" && !inside(document.activeElement) && onOpen(false);
    document.addEventListener("pointerdown", press);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key);
    };
  }, [open, onOpen]);

  const keep = () => window.clearTimeout(timer.current);
  const hovers = (event: PointerEvent) => event.pointerType === "mouse" && !isNarrow();
  const enter = (event: PointerEvent) => {
    if (!hovers(event)) return;
    keep();
    onOpen(true);
  };
  const leave = (delay: number) => (event: PointerEvent) => {
    if (!hovers(event)) return;
    keep();
    timer.current = window.setTimeout(() => onOpen(false), delay);
  };
  const click = (event: MouseEvent) => {
    keep();
    // A mouse on a wide screen has opened the menu by coming here; its click must not take it away again.
    const byMouse = event.detail > 0 && pointer.current === "mouse" && !isNarrow();
    onOpen(byMouse || !open);
  };
  const items = () => [...(root.current?.querySelectorAll<HTMLAnchorElement>("ul a") ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      onOpen(false);
      toggle.current?.focus();
      return;
    }
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    const next = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: at > 0 ? at - 1 : all.length - 1,
      Home: open ? 0 : undefined,
      End: open ? all.length - 1 : undefined,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onOpen(true);
    // A closed menu takes no focus: it is open with the next frame.
    requestAnimationFrame(() => all[next]?.focus());
  };
  const onBlur = (event: FocusEvent) => {
    if (!isNarrow() && event.relatedTarget && !root.current?.contains(event.relatedTarget)) onOpen(false);
  };

  return (
    <li ref={root} className={styles.group} data-arrows="" onKeyDown={onKeyDown} onBlur={onBlur}>
      <Disclosure
        buttonRef={toggle}
        className={styles.item}
        data-here={here || undefined}
        aria-controls={id}
        open={open}
        onOpen={onOpen}
        onPointerEnter={enter}
        onPointerLeave={leave(TOGGLE_DELAY)}
        onPointerDown={(event) => {
          pointer.current = event.pointerType;
        }}
        onClick={click}
      >
        {label}
        <Icon name="chevron" size={16} />
      </Disclosure>
      <ul
        id={id}
        className={styles.menu}
        data-open={open || undefined}
        onPointerEnter={enter}
        onPointerLeave={leave(MENU_DELAY)}
      >
        {links.map((link, i) => (
          <li key={i}>
            <Link href={link.href} aria-current={link.href === path ? "page" : undefined}>
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
