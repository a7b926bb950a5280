"use client";

import { Icon } from "@academy/shared/Icon";
import { useEffect, useRef, useState } from "react";
import { island } from "@/islands/island";
import { calm } from "@/lib/calm";
import { focusOf } from "@/lib/picture";
import { playingEmbed, reachable } from "@/lib/video";
import styles from "./hero.module.css";

interface Media {
  video_url: string;
  video_poster: string;
  autoplay: boolean;
  muted: boolean;
  loop: boolean;
  /** The point of the poster that stays visible; none for the middle. The film is cut alike, and does not jump. */
  focus?: { x: number; y: number };
}

interface Props {
  media: Media;
  /** The video's id on its host; null for a file. */
  embed: string | null;
  /** Read out. */
  labels: { play: string; stop: string; video: string };
}

/** The hero's moving ground. It starts by itself only where the settings and the reader's own wishes allow it, and can be stopped. */
export default island("HeroVideo", ({ media, embed, labels }: Props) => {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [reached, setReached] = useState(false);
  const cut = focusOf(media.focus);

  useEffect(() => {
    if (media.autoplay && !calm()) setPlaying(true);
  }, [media.autoplay]);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // A browser may refuse to start; the button then stays at "play".
    if (playing) element.play().catch(() => setPlaying(false));
    else element.pause();
  }, [playing]);

  useEffect(() => {
    if (!playing || !embed) return;
    reachable(embed).then((works) => {
      setReached(works);
      if (!works) setPlaying(false);
    });
  }, [playing, embed]);

  return (
    <>
      {embed ? (
        <>
          {media.video_poster && <img src={media.video_poster} alt="" className={styles.film} style={cut} />}
          {playing && reached && (
            <iframe
              className={styles.film}
              src={playingEmbed(embed, { controls: false, muted: media.muted, loop: media.loop })}
              title={labels.video}
              allow="autoplay; encrypted-media"
              tabIndex={-1}
            />
          )}
        </>
      ) : (
        <video
          ref={video}
          className={styles.film}
          style={cut}
          src={media.video_url}
          poster={media.video_poster || undefined}
          muted={media.muted}
          loop={media.loop}
          playsInline
          preload="metadata"
          onPlay={() => setPlaying(true)}
          onEnded={() => setPlaying(false)}
        />
      )}
      <button type="button" className={styles.pause} onClick={() => setPlaying((was) => !was)}>
        <Icon name={playing ? "pause" : "play"} size={20} />
        <span className="visually-hidden">{playing ? labels.stop : labels.play}</span>
      </button>
    </>
  );
});
