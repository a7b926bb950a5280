import "@/app/styles";
import { load } from "@/content/load";
import { Columns, Enrol, Part } from "@/features/programmes/Parts";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";
import { copiesOf } from "@/lib/picture";
import styles from "./about.module.css";

export const generateMetadata = () => pageMetadata("/about-us");

const values = [
  {
    title: "Student-first approach",
    text: "Plans begin with your week, your subjects and your last test, and change when these change.",
  },
  {
    title: "Structured learning path",
    text: "Basics first, then practice, then analysis. You always know which milestone is next and why.",
  },
  {
    title: "Mentorship beyond teaching",
    text: "Somebody reads your answers, asks how the month went, and stays until the next milestone is reached.",
  },
];

export default async function About() {
  const { image_url, enrollment_form_url } = await load("/about-us");
  return (
    <>
      <PageFacts path="/about-us" />
      {image_url ? (
        <img
          src={image_url}
          {...copiesOf(image_url, "100vw")}
          alt=""
          width="2000"
          height="900"
          className={styles.banner}
          fetchPriority="high"
        />
      ) : (
        <p lang="sa" className={styles.word} aria-hidden="true">
          अध्व
        </p>
      )}
      <div className="stretch page-head">
        <div>
          <h1 className="milestone">A path, and company on it</h1>
          <p className={styles.read}>
            <em>Adhva</em> is Sanskrit for path or journey. We took the name because preparing for a public-service exam
            is one: long, mostly walked alone, and easier with a good map and somebody who has been there.
          </p>
          <p className={styles.read}>
            We prepare aspirants for the civil services, the Karnataka police sub-inspector exam and similar competitive
            exams, from the first NCERT chapter to the last mock test.
          </p>
        </div>
      </div>
      <Part id="values" title="What we hold to" sunk>
        <Columns points={values} count="three" />
      </Part>
      <Part id="join" title="Walk with us" lead="Tell us where you stand; we plan the next stretch together.">
        <div className="actions">
          <Enrol href={enrollment_form_url} />
        </div>
      </Part>
    </>
  );
}
