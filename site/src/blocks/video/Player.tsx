"use client";

import { Icon } from "@academy/shared/Icon";
import { useState } from "react";
import { island } from "@/islands/island";
import { embedOf } from "@/lib/video";
import styles from "./video.module.css";

interface Props {
  video: string;
  title: string;
  /** The accessible name of the button. */
  play: string;
  /** The link that stands for the player where scripts are off. */
  watch: string;
}

/** Nothing of the video is fetched before somebody asks for it. */
export default island("Player", ({ video, title, play, watch }: Props) => {
  const [playing, setPlaying] = useState(false);
  const embed = embedOf(video);
  return (
    <div className={styles.screen}>
      {playing && embed && (
        <iframe
          src={embed}
          title={title}
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      )}
      {playing && !embed && (
        // biome-ignore lint/a11y/useMediaCaption: the library has no caption files
        <video ref={(player) => player?.focus()} src={video} controls autoPlay playsInline aria-label={title} />
      )}
      {!playing && (
        <>
          <button type="button" onClick={() => setPlaying(true)}>
            <Icon name="play" size={32} />
            <span className="visually-hidden">{play}</span>
          </button>
          <noscript>
            <a href={embed ?? video}>{watch}</a>
          </noscript>
        </>
      )}
    </div>
  );
});
