import { ButtonLink } from "@/components/ButtonLink";
import { videoId } from "@/lib/video";
import { Heading, Stretch } from "../Stretch";
import type { Texts } from "../texts";
import { LoopingVideo } from "./LoopingVideo";
import styles from "./ncert-showcase.module.css";

/** Shown until the editors name a video of their own: a public talk on learning how to learn. */
const DEFAULT_VIDEO = "O96fE1E-rf8";

/** A wide screen with its caption in the margin. */
export function NcertShowcase({ texts }: { texts: Texts<"ncert-showcase"> }) {
  return (
    <Stretch type="ncert-showcase" className={`sunk ${styles.stretch}`}>
      <div className={`milestone ${styles.layout}`}>
        <LoopingVideo id={videoId(texts.youtube_url) ?? DEFAULT_VIDEO} title={texts.heading} />
        <div className={styles.words}>
          <p className={styles.label}>{texts.label}</p>
          <Heading type="ncert-showcase" milestone={false}>
            {texts.heading}
          </Heading>
          <p className={styles.text}>{texts.description}</p>
          <ButtonLink href={texts.button_link} tone="text">
            {texts.button_text}
          </ButtonLink>
        </div>
      </div>
    </Stretch>
  );
}
