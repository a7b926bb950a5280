import { ButtonLink } from "@/components/ButtonLink";
import { Heading, Stretch } from "@/components/Stretch";
import { sentences } from "@/lib/sentences";
import { videoId } from "@/lib/video";
import type { BlockProps } from "@/model/define";
import HeroVideo from "./HeroVideo";
import styles from "./hero.module.css";
import type model from "./model";
import { Scale, TrailMap } from "./TrailMap";

/** The start of the path. Full screen; its ground is the trail map, or a video when the settings say so. */
export default function Hero({ id, h1, values, inputs: { media, enrol } }: BlockProps<typeof model>) {
  const video = media.background_type === "video" && media.video_url.trim() !== "";
  const { heading, play_label, stop_label, video_title } = values;
  return (
    <Stretch id={id} heading={heading} className={styles.hero} data-video={video || undefined}>
      <div className={styles.ground}>
        {video ? (
          <HeroVideo
            media={media}
            embed={videoId(media.video_url)}
            labels={{ play: play_label, stop: stop_label, video: video_title }}
          />
        ) : (
          <TrailMap stops={[values.stop1, values.stop2, values.stop3, values.stop4]} />
        )}
      </div>
      <div className={styles.words}>
        {values.subheading && <p className={styles.sub}>{values.subheading}</p>}
        <Heading id={id} text={heading} h1={h1} className={styles.title}>
          {sentences(heading).map((sentence, i) => (
            <span key={i}>{sentence} </span>
          ))}
        </Heading>
        {values.description && <p className={styles.text}>{values.description}</p>}
        <div className="actions">
          <ButtonLink href={values.cta_link}>{values.cta_text}</ButtonLink>
          <ButtonLink href={enrol} tone="quiet">
            {values.enroll_text}
          </ButtonLink>
        </div>
      </div>
      {!video && <Scale stages={values.stages.flatMap(({ length }) => length ?? [])} unit={values.unit} />}
    </Stretch>
  );
}
