import "@/app/styles";
import { ButtonLink } from "@/components/ButtonLink";
import { Icon } from "@/components/Icon";
import { PageHead } from "@/components/PageHead";
import { load } from "@/content/load";
import { ContactCards } from "@/features/contact/ContactCards";
import { Columns, Enrol, Part, Ruled, Steps } from "@/features/programmes/Parts";
import styles from "@/features/programmes/programme.module.css";
import { Scroll } from "@/features/programmes/Scroll";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

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
      <Part id="about" title={about.heading}>
        {about.text && <p className={styles.read}>{about.text}</p>}
      </Part>
      <Part id="different" title={different.heading} sunk>
        <Ruled points={different.differences} />
      </Part>
      <Part id="structure" title={structure.heading}>
        <div className={styles.tables}>
          <Scroll label={structure.tests_caption}>
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
                {structure.tests.map((row) => (
                  <tr key={row.test}>
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
          <Scroll label={structure.full_caption}>
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
                {structure.full.map((row) => (
                  <tr key={row.test}>
                    <th scope="row">{row.test}</th>
                    <td>{row.time}</td>
                    <td>{row.questions}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </div>
      </Part>
      <Part id="syllabus" title={syllabus.heading} sunk>
        <div className={styles.accordion}>
          {syllabus.subjects.map((subject) => (
            // Details of one name close each other: one is open or none.
            <details key={subject.title} name="syllabus">
              <summary>
                {subject.title}
                <Icon name="chevron" />
              </summary>
              <p>{subject.text}</p>
            </details>
          ))}
        </div>
      </Part>
      <Part id="benefits" title={benefits.heading}>
        <Columns points={benefits.benefits} count="two" />
      </Part>
      <Part id="enrol" title={steps.heading} sunk>
        <Steps points={steps.steps} />
        <div className="actions">
          <Enrol href={enrollment_form_url} label={head.enrol} />
        </div>
      </Part>
      <Part id="contact" title={texts.contact.heading} lead={texts.contact.lead}>
        <ContactCards built={contact} texts={texts.contact} />
      </Part>
    </>
  );
}
