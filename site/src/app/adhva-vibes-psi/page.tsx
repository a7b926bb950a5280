import "@/app/styles";
import { load } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { BlockFrame } from "@/components/BlockFrame";
import { ButtonLink } from "@/components/ButtonLink";
import { PageHead } from "@/components/PageHead";
import { Picture } from "@/components/Picture";
import ContactCards from "@/features/contact/ContactCards";
import { Columns, Enrol } from "@/features/programmes/Parts";
import Closed from "@/features/psi/Closed";
import styles from "@/features/psi/psi.module.css";
import Tabs from "@/features/psi/Tabs";
import Weightage from "@/features/psi/Weightage";

export const generateMetadata = () => pageMetadata("/adhva-vibes-psi");

export default async function Psi() {
  const { texts, adhva_vibes_psi_hidden, enrollment_form_url, sample_test_url, contact } =
    await load("/adhva-vibes-psi");
  const { "": head, weightage, programmes, reasons } = texts;
  return (
    <>
      <Closed hidden={adhva_vibes_psi_hidden} texts={texts.hidden} />
      {!adhva_vibes_psi_hidden && (
        <>
          <PageFacts path="/adhva-vibes-psi" />
          <PageHead
            title={head.hero_title}
            hue="var(--hue-psi)"
            place="summit"
            picture={
              head.officer_image ? (
                <Picture
                  image={head.officer_image}
                  sizes="(min-width: 900px) 26rem, 80vw"
                  width="600"
                  height="600"
                  className={styles.picture}
                  first
                />
              ) : null
            }
          >
            {head.hero_subtitle && <p className={styles.subtitle}>{head.hero_subtitle}</p>}
            {head.hero_description && (
              <p className="lead" style={{ marginTop: "var(--s2)" }}>
                {head.hero_description}
              </p>
            )}
            <div className="actions">
              <Enrol href={enrollment_form_url} label={head.enrol} />
              <ButtonLink href={sample_test_url || "/contact-us"} tone="quiet">
                {head.sample}
              </ButtonLink>
            </div>
          </PageHead>
          <BlockFrame id="weightage" heading={weightage.heading} lead={weightage.lead} ground="sunk">
            <Weightage texts={weightage} />
          </BlockFrame>
          <BlockFrame id="programmes" heading={programmes.heading}>
            <Tabs label={programmes.label} tabs={programmes.tabs} />
          </BlockFrame>
          <BlockFrame id="reasons" heading={reasons.heading} ground="sunk">
            <Columns points={reasons.reasons} count="three" />
          </BlockFrame>
          <BlockFrame id="contact" heading={texts.contact.heading} lead={texts.contact.lead}>
            <ContactCards built={contact} texts={texts.contact} />
          </BlockFrame>
        </>
      )}
    </>
  );
}
