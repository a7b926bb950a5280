import "@/app/styles";
import { Icon } from "@/components/Icon";
import { PageHead } from "@/components/PageHead";
import { load } from "@/content/load";
import { ContactCards } from "@/features/contact/ContactCards";
import { ContactForm } from "@/features/contact/ContactForm";
import styles from "@/features/contact/contact.module.css";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

export const generateMetadata = () => pageMetadata("/contact-us");

const hours = [
  ["Mon-Fri", "9:00 AM-6:00 PM"],
  ["Sat", "10:00 AM-4:00 PM"],
  ["Sun", "Closed"],
];

export default async function Contact() {
  const { contact, contact_address } = await load("/contact-us");
  return (
    <>
      <PageFacts path="/contact-us" />
      <PageHead
        title="Ask before you set out"
        lead="About a programme, a test, or where to begin. A person reads every message."
        place="plain"
      >
        <ContactCards built={contact} level={2} />
      </PageHead>
      <div className="stretch">
        <div className={styles.layout}>
          <section aria-labelledby="write">
            <h2 id="write" className="milestone" style={{ marginBottom: "var(--s4)" }}>
              Write to us
            </h2>
            <ContactForm email={contact.contact_email} />
          </section>
          <section aria-labelledby="hours" className={styles.side}>
            <h2 id="hours">Office hours</h2>
            <table className={styles.hours}>
              <tbody>
                {hours.map(([days, time]) => (
                  <tr key={days}>
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
