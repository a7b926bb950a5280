import { ButtonLink } from "@/components/ButtonLink";
import { Heading, Stretch } from "@/components/Stretch";
import { fill } from "@/lib/fill";
import { videoId } from "@/lib/video";
import type { BlockProps } from "@/model/define";
import LoopingVideo from "./LoopingVideo";
import model from "./model";
import styles from "./ncert-showcase.module.css";

/** A wide screen with its caption in the margin. */
export default function NcertShowcase({ id, values }: BlockProps<typeof model>) {
  const { heading, youtube_url } = values;
  const video = youtube_url && (videoId(youtube_url) ?? videoId(String(model.fields.youtube_url.default)));
  return (
    <Stretch id={id} heading={heading} className="sunk">
      <div className={`milestone ${styles.layout}`}>
        {video && (
          <LoopingVideo
            id={video}
            title={heading}
            texts={{
              play: fill(values.play_label, { title: heading }),
              watch: values.watch_text,
              failed: values.failed_text,
            }}
          />
        )}
        <div className={styles.words}>
          {values.label && <p className={styles.label}>{values.label}</p>}
          <Heading id={id} text={heading} className="" />
          {values.description && <p className={styles.text}>{values.description}</p>}
          <ButtonLink href={values.button_link} tone="text">
            {values.button_text}
          </ButtonLink>
        </div>
      </div>
    </Stretch>
  );
}
