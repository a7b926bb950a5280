"use client";

import { Icon } from "@academy/shared/Icon";
import { useEffect, useRef, useState } from "react";
import { island } from "@/islands/island";
import { calm } from "@/lib/calm";
import { playingEmbed, reachable } from "@/lib/video";
import styles from "./ncert-showcase.module.css";

interface Props {
  id: string;
  title: string;
  texts: { play: string; watch: string; failed: string };
}

/**
 * A video that plays by itself, without sound, once it is in sight. Until then a drawing stands in its place and
 * nothing is fetched from the video host; it stays while the host cannot be reached. Readers who want little motion or
 * data start it themselves.
 */
export default island("LoopingVideo", ({ id, title, texts }: Props) => {
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!frame.current || calm()) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        reachable(id).then(setPlaying);
      },
      { threshold: 0.5 },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [id]);

  const play = async () => {
    const works = await reachable(id);
    setPlaying(works);
    setFailed(!works);
  };

  return (
    <div ref={frame} className={styles.frame}>
      <svg viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={styles.art}>
        <path d="M0 236c60-34 130-26 186-66s110-60 176-44 96 62 150 58 84-40 128-52v228H0z" opacity=".14" />
        <path d="M0 286c80-24 150-12 214-42s116-56 186-40 110 54 240 14v142H0z" opacity=".18" />
        <g fill="none" stroke="currentColor" strokeWidth="1.5" opacity=".4">
          <path d="M0 236c60-34 130-26 186-66s110-60 176-44 96 62 150 58 84-40 128-52" />
          <path d="M0 258c70-30 136-20 194-54s112-56 178-40 100 54 156 48 76-34 112-42" />
          <path d="M0 286c80-24 150-12 214-42s116-56 186-40 110 54 240 14" />
        </g>
        <path
          d="M-10 330c90-10 150 4 214-30s44-70 108-86 92 30 150 14 44-60 84-74 60 0 104-22"
          fill="none"
          stroke="var(--marigold)"
          strokeWidth="6"
          strokeLinecap="round"
        />
      </svg>
      {playing ? (
        <iframe
          src={playingEmbed(id, { controls: true })}
          title={title}
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <>
          <button type="button" onClick={play}>
            <span>
              <Icon name="play" size={32} />
            </span>
            <span className="visually-hidden">{texts.play}</span>
          </button>
          <p role="status">{failed && texts.failed}</p>
          <noscript>
            <a href={`https://www.youtube-nocookie.com/embed/${id}`}>{texts.watch}</a>
          </noscript>
        </>
      )}
    </div>
  );
});
