import "@/app/styles";
import { ButtonLink } from "@/components/ButtonLink";
import { Icon } from "@/components/Icon";
import { PageHead } from "@/components/PageHead";
import { load } from "@/content/load";
import { ContactCards } from "@/features/contact/ContactCards";
import { benefits, differences, enrolSteps, fullLength, structure, syllabus } from "@/features/programmes/foundation";
import { Columns, Enrol, Part, Ruled, Steps } from "@/features/programmes/Parts";
import styles from "@/features/programmes/programme.module.css";
import { Scroll } from "@/features/programmes/Scroll";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

export const generateMetadata = () => pageMetadata("/foundation-test-series");

export default async function FoundationTestSeries() {
  const { enrollment_form_url, contact } = await load("/foundation-test-series");
  return (
    <>
      <PageFacts path="/foundation-test-series" />
      <PageHead
        title="Foundation Test Series"
        lead="Three months of Sunday tests, from single subjects to full-length papers. October 2025 batch."
        hue="var(--hue-foundation)"
        place="east"
      >
        <div className="actions">
          <Enrol href={enrollment_form_url} />
          <ButtonLink href="#about" tone="quiet">
            Learn More
          </ButtonLink>
        </div>
      </PageHead>
      <Part id="about" title="About the series">
        <p className={styles.read}>
          A subject is not finished when it is read but when it has been tested. Over three months the series takes you
          through 11 subject tests and 7 full-length tests, each followed by an analysis of what went wrong and why.
        </p>
      </Part>
      <Part id="different" title="What makes it different" sunk>
        <Ruled points={differences} />
      </Part>
      <Part id="structure" title="Course structure">
        <div className={styles.tables}>
          <Scroll label="Tests of the series">
            <table>
              <caption>Tests of the series</caption>
              <thead>
                <tr>
                  <th scope="col">Test</th>
                  <th scope="col">Number</th>
                  <th scope="col">Day</th>
                  <th scope="col">Time</th>
                  <th scope="col">Questions</th>
                </tr>
              </thead>
              <tbody>
                {structure.map((row) => (
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
          <Scroll label="Full-length tests">
            <table>
              <caption>Full-length tests</caption>
              <thead>
                <tr>
                  <th scope="col">Test</th>
                  <th scope="col">Time</th>
                  <th scope="col">Questions</th>
                </tr>
              </thead>
              <tbody>
                {fullLength.map((name) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>2 hours</td>
                    <td>100 MCQs</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </div>
      </Part>
      <Part id="syllabus" title="Syllabus" sunk>
        <div className={styles.accordion}>
          {syllabus.map((subject) => (
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
      <Part id="benefits" title="What you take with you">
        <Columns points={benefits} count="two" />
      </Part>
      <Part id="enrol" title="Three steps to enrol" sunk>
        <Steps points={enrolSteps} />
        <div className="actions">
          <Enrol href={enrollment_form_url} />
        </div>
      </Part>
      <Part id="contact" title="Questions first?" lead="Call, chat or write before you decide.">
        <ContactCards built={contact} />
      </Part>
    </>
  );
}
