import { Icon } from "@academy/shared/Icon";
import { chooseTheme } from "@academy/shared/theme";
import styles from "./theme.module.css";

/** Changes between light and dark. Which face it shows is decided by the stylesheet: the HTML is the same for both. */
export function ThemeToggle({ words: { to_dark, to_light } }: { words: { to_dark: string; to_light: string } }) {
  const toggle = () => chooseTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  return (
    <button type="button" className={styles.toggle} onClick={toggle}>
      <span className={styles.inLight}>
        <Icon name="moon" />
        <span className="visually-hidden">{to_dark}</span>
      </span>
      <span className={styles.inDark}>
        <Icon name="sun" />
        <span className="visually-hidden">{to_light}</span>
      </span>
    </button>
  );
}
