import "@/app/styles";
import { Icon } from "@academy/shared/Icon";
import { load } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { PageHead } from "@/components/PageHead";
import ContactCards from "@/features/contact/ContactCards";
import ContactForm from "@/features/contact/ContactForm";
import styles from "@/features/contact/contact.module.css";

export const generateMetadata = () => pageMetadata("/contact-us");

export default async function Contact() {
  const { texts, contact, contact_address } = await load("/contact-us");
  const { head, form, hours } = texts;
  return (
    <>
      <PageFacts path="/contact-us" />
      <PageHead title={head.title} lead={head.lead} place="plain">
        <ContactCards built={contact} texts={head} level={2} />
      </PageHead>
      <div className="stretch">
        <div className={styles.layout}>
          <section aria-labelledby={form.heading ? "write" : undefined}>
            {form.heading && (
              <h2 id="write" className="milestone" style={{ marginBottom: "var(--s4)" }}>
                {form.heading}
              </h2>
            )}
            <ContactForm email={contact.contact_email} texts={form} />
          </section>
          <section aria-labelledby={hours.heading ? "hours" : undefined} className={styles.side}>
            {hours.heading && <h2 id="hours">{hours.heading}</h2>}
            <table className={styles.hours}>
              <tbody>
                {hours.hours.map(({ days, time }, i) => (
                  <tr key={i}>
                    <th scope="row">{days}</th>
                    <td>{time}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {contact_address && (
              <address className={styles.address}>
                <Icon name="pin" size={22} />
                {contact_address}
              </address>
            )}
          </section>
        </div>
      </div>
    </>
  );
}
