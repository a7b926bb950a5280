import "@/app/styles";
import type { Metadata } from "next";
import { loadChrome } from "@/app/load";
import { ButtonLink } from "@/components/ButtonLink";
import { Lost } from "@/components/Lost";
import { lookingScript } from "@/features/blog/looking";
import Missing from "@/features/blog/Missing";
import styles from "@/features/blog/missing.module.css";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await loadChrome()).not_found.texts.meta.title };
}

export default async function NotFound() {
  const { not_found, config, dates, writing } = await loadChrome();
  const { texts, article } = not_found;
  const { title, text, home, other, other_link } = texts[""];
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, needed before the first paint */}
      <script data-early="" dangerouslySetInnerHTML={{ __html: lookingScript }} />
      <Missing texts={article} writing={writing} timezone={config.timezone} dates={dates} />
      <div className={styles.lost}>
        <Lost title={title}>
          {text && <p>{text}</p>}
          <div className="actions">
            <ButtonLink href="/" back>
              {home}
            </ButtonLink>
            <ButtonLink href={other_link} tone="quiet">
              {other}
            </ButtonLink>
          </div>
        </Lost>
      </div>
    </>
  );
}
