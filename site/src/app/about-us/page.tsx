import "@/app/styles";
import { load } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { BlockFrame } from "@/components/BlockFrame";
import { Picture } from "@/components/Picture";
import { Rich } from "@/components/Rich";
import { Columns, Enrol } from "@/features/programmes/Parts";
import { languageOf } from "@/lib/language";
import styles from "./about.module.css";

export const generateMetadata = () => pageMetadata("/about-us");

export default async function About() {
  const { texts, enrollment_form_url } = await load("/about-us");
  const { "": top, head, values, join } = texts;
  return (
    <>
      <PageFacts path="/about-us" />
      {top.image_url ? (
        <Picture image={top.image_url} sizes="100vw" width="2000" height="900" className={styles.banner} first />
      ) : (
        <p lang={languageOf(top.word)} className={styles.word} aria-hidden="true">
          {top.word}
        </p>
      )}
      <div className="stretch page-head">
        <div>
          {head.title && <h1 className="milestone">{head.title}</h1>}
          {head.paragraphs.map(({ text }, i) => (
            <Rich key={i} html={text} className={styles.read} />
          ))}
        </div>
      </div>
      <BlockFrame id="values" heading={values.heading} ground="sunk">
        <Columns points={values.values} count="three" />
      </BlockFrame>
      <BlockFrame id="join" heading={join.heading} lead={join.lead}>
        <div className="actions">
          <Enrol href={enrollment_form_url} label={join.enrol} />
        </div>
      </BlockFrame>
    </>
  );
}
