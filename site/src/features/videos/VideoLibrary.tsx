"use client";

import { Icon } from "@academy/shared/Icon";
import { useState } from "react";
import { ComingSoon } from "@/components/ComingSoon";
import { Empty } from "@/components/PlannedArt";
import { island } from "@/islands/island";
import { fill } from "@/lib/fill";
import { languageOf } from "@/lib/language";
import { type LiveVideo, useSettings, useVideos } from "@/live/useLive";
import type { LibraryTexts } from "./fields";
import { categoriesOf, minutes } from "./library";
import styles from "./videos.module.css";

/** Nothing of the film is fetched before somebody asks for it. */
function Card({ video, texts }: { video: LiveVideo; texts: LibraryTexts }) {
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  const length = minutes(video.duration, texts.minutes);
  return (
    <li className={styles.card}>
      <div className={styles.screen}>
        {open ? (
          // biome-ignore lint/a11y/useMediaCaption: the library has no caption files
          <video
            // The button that had the focus is gone.
            ref={(player) => player?.focus()}
            src={video.file}
            controls
            autoPlay
            playsInline
            tabIndex={0}
            aria-label={video.title}
            onError={() => {
              setOpen(false);
              setBroken(true);
            }}
          />
        ) : (
          <>
            <button type="button" onClick={() => setOpen(true)}>
              <Icon name="play" size={32} />
              <span className="visually-hidden">{fill(texts.play, { title: video.title })}</span>
            </button>
            <noscript>
              {/* biome-ignore lint/a11y/useMediaCaption: the library has no caption files */}
              <video src={video.file} controls preload="none" aria-label={video.title} />
            </noscript>
          </>
        )}
      </div>
      {broken && (
        <p role="alert" className={styles.broken}>
          {texts.broken}
        </p>
      )}
      <h2 lang={languageOf(video.title)} dir="auto">
        {video.title}
      </h2>
      {video.description && <p dir="auto">{video.description}</p>}
      <p className={styles.facts}>
        <span>{video.category}</span>
        {length && <span>{length}</span>}
      </p>
    </li>
  );
}

interface Props {
  built: LiveVideo[];
  comingSoon: boolean;
  texts: LibraryTexts;
}

/** The videos as built, and as the API has them; one category or all. */
export default island("VideoLibrary", ({ built, comingSoon, texts }: Props) => {
  const settings = useSettings({ videos_show_coming_soon: comingSoon });
  const videos = useVideos(built);
  const [filter, setFilter] = useState<string | null>(null);
  if (settings.videos_show_coming_soon) {
    return (
      <ComingSoon title={texts.soon_title} level={2}>
        {texts.soon_text && <p>{texts.soon_text}</p>}
      </ComingSoon>
    );
  }
  if (videos.length === 0) return <Empty>{texts.empty}</Empty>;
  const categories = categoriesOf(videos);
  // The category may have lost its last video meanwhile.
  const chosen = filter !== null && categories.includes(filter) ? filter : null;
  const shown = chosen === null ? videos : videos.filter((video) => video.category === chosen);
  return (
    <div>
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{texts.category}</legend>
        <button type="button" aria-pressed={chosen === null} onClick={() => setFilter(null)}>
          {texts.all}
        </button>
        {categories.map((category) => (
          <button key={category} type="button" aria-pressed={category === chosen} onClick={() => setFilter(category)}>
            {category}
          </button>
        ))}
      </fieldset>
      <ul className={styles.grid}>
        {shown.map((video) => (
          <Card key={video.id} video={video} texts={texts} />
        ))}
      </ul>
    </div>
  );
});
