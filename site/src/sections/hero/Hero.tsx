import { ButtonLink } from "@/components/ButtonLink";
import { videoId } from "@/lib/video";
import { sentences } from "../sentences";
import type { Texts } from "../texts";
import { HeroVideo } from "./HeroVideo";
import styles from "./hero.module.css";
import { Scale, TrailMap } from "./TrailMap";

export interface HeroMedia {
  background_type: string;
  video_url: string;
  video_poster: string;
  autoplay: boolean;
  muted: boolean;
  loop: boolean;
}

/** The start of the path. Full screen; its ground is the trail map, or a video when the settings say so. */
export function Hero({ texts, media, enrol }: { texts: Texts<"hero">; media: HeroMedia; enrol: string }) {
  const video = media.background_type === "video" && media.video_url.trim() !== "";
  return (
    <section
      className={`stretch ${styles.hero}`}
      data-section="hero"
      data-video={video || undefined}
      aria-labelledby="hero-heading"
    >
      <div className={styles.ground}>
        {video ? <HeroVideo media={media} embed={videoId(media.video_url)} /> : <TrailMap />}
      </div>
      <div className={styles.words}>
        <p className={styles.sub}>{texts.subheading}</p>
        <h1 id="hero-heading">
          {sentences(texts.heading).map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </h1>
        <p className={styles.text}>{texts.description}</p>
        <div className="actions">
          <ButtonLink href={texts.cta_link}>{texts.cta_text}</ButtonLink>
          <ButtonLink href={enrol || "/contact-us"} tone="quiet">
            Enroll Now
          </ButtonLink>
        </div>
      </div>
      {!video && <Scale />}
    </section>
  );
}
