import "@/app/styles";
import { Icon } from "@academy/shared/Icon";
import { load } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { BlockFrame } from "@/components/BlockFrame";
import { ButtonLink } from "@/components/ButtonLink";
import { PageHead } from "@/components/PageHead";
import { Scroll } from "@/components/Scroll";
import ContactCards from "@/features/contact/ContactCards";
import { Columns, Enrol, Ruled, Steps } from "@/features/programmes/Parts";
import styles from "@/features/programmes/programme.module.css";
import { entryName } from "@/lib/entryName";

export const generateMetadata = () => pageMetadata("/foundation-test-series");

export default async function FoundationTestSeries() {
  const { texts, enrollment_form_url, contact } = await load("/foundation-test-series");
  const { head, about, different, structure, syllabus, benefits, steps } = texts;
  return (
    <>
      <PageFacts path="/foundation-test-series" />
      <PageHead title={head.title} lead={head.lead} hue="var(--hue-foundation)" place="east">
        <div className="actions">
          <Enrol href={enrollment_form_url} label={head.enrol} />
          <ButtonLink href="#about" tone="quiet">
            {head.more}
          </ButtonLink>
        </div>
      </PageHead>
      <BlockFrame id="about" heading={about.heading}>
        {about.text && <p className={styles.read}>{about.text}</p>}
      </BlockFrame>
      <BlockFrame id="different" heading={different.heading} ground="sunk">
        <Ruled points={different.differences} />
      </BlockFrame>
      <BlockFrame id="structure" heading={structure.heading}>
        <div className={styles.tables}>
          <Scroll id="tests" label={structure.tests_caption}>
            <table>
              <caption>{structure.tests_caption}</caption>
              <thead>
                <tr>
                  <th scope="col">{structure.test}</th>
                  <th scope="col">{structure.number}</th>
                  <th scope="col">{structure.day}</th>
                  <th scope="col">{structure.time}</th>
                  <th scope="col">{structure.questions}</th>
                </tr>
              </thead>
              <tbody>
                {structure.tests.map((row, i) => (
                  <tr key={i}>
                    <th scope="row">{row.test}</th>
                    <td>{row.number}</td>
                    <td>{row.day}</td>
                    <td>{row.time}</td>
                    <td>{row.questions}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          <Scroll id="full" label={structure.full_caption}>
            <table>
              <caption>{structure.full_caption}</caption>
              <thead>
                <tr>
                  <th scope="col">{structure.test}</th>
                  <th scope="col">{structure.time}</th>
                  <th scope="col">{structure.questions}</th>
                </tr>
              </thead>
              <tbody>
                {structure.full.map((row, i) => (
                  <tr key={i}>
                    <th scope="row">{row.test}</th>
                    <td>{row.time}</td>
                    <td>{row.questions}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </div>
      </BlockFrame>
      <BlockFrame id="syllabus" heading={syllabus.heading} ground="sunk">
        <div className={styles.accordion}>
          {syllabus.subjects.map((subject, i) => (
            // Details of one name close each other: one is open or none.
            <details key={i} name="syllabus">
              <summary>
                {entryName(subject.title, i)}
                <Icon name="chevron" />
              </summary>
              <p>{subject.text}</p>
            </details>
          ))}
        </div>
      </BlockFrame>
      <BlockFrame id="benefits" heading={benefits.heading}>
        <Columns points={benefits.benefits} count="two" />
      </BlockFrame>
      <BlockFrame id="enrol" heading={steps.heading} ground="sunk">
        <Steps points={steps.steps} />
        <div className="actions">
          <Enrol href={enrollment_form_url} label={head.enrol} />
        </div>
      </BlockFrame>
      <BlockFrame id="contact" heading={texts.contact.heading} lead={texts.contact.lead}>
        <ContactCards built={contact} texts={texts.contact} />
      </BlockFrame>
    </>
  );
}
