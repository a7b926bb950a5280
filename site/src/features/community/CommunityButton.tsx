"use client";

import { Icon } from "@academy/shared/Icon";
import { useEffect, useState } from "react";
import { island } from "@/islands/island";
import styles from "./community.module.css";

/** When the button appears, in milliseconds after the page. */
const DELAY = 1000;
const CLOSED_KEY = "community-closed";

const wasClosed = () => {
  try {
    return sessionStorage.getItem(CLOSED_KEY) === "1";
  } catch {
    return false;
  }
};

interface Props {
  url: string;
  words: { name: string; invitation: string; close: string };
}

/**
 * Floats in the corner and opens the community's channel. Once closed it is not shown again during the visit; without
 * scripts it cannot be closed.
 */
export default island("CommunityButton", ({ url, words }: Props) => {
  const [shown, setShown] = useState(false);
  const { name, invitation, close: closeLabel } = words;
  useEffect(() => {
    if (wasClosed()) return;
    const timer = window.setTimeout(() => setShown(true), DELAY);
    // The browser brings the page back: it may have been closed on another one.
    const back = ({ persisted }: PageTransitionEvent) => persisted && wasClosed() && setShown(false);
    window.addEventListener("pageshow", back);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("pageshow", back);
    };
  }, []);
  if (!url) return null;
  const close = () => {
    setShown(false);
    try {
      sessionStorage.setItem(CLOSED_KEY, "1");
    } catch {
      // Without storage it comes back on the next page load.
    }
  };
  return (
    <aside className={styles.corner} data-shown={shown || undefined} aria-label={name || undefined}>
      <a href={url} target="_blank" rel="noopener" className={styles.join} aria-label={invitation || name || undefined}>
        <span className={styles.face}>
          <Icon name="whatsapp" size={28} />
        </span>
        <span className={styles.words}>{invitation && <span role="tooltip">{invitation}</span>}</span>
      </a>
      <button type="button" className={styles.close} onClick={close}>
        <Icon name="close" size={16} />
        <span className="visually-hidden">{closeLabel}</span>
      </button>
    </aside>
  );
});
