import "@/app/styles";
import { ButtonLink } from "@/components/ButtonLink";
import { PageHead } from "@/components/PageHead";
import { load } from "@/content/load";
import { ContactCards } from "@/features/contact/ContactCards";
import { Columns, Enrol, Part } from "@/features/programmes/Parts";
import { PsiPage } from "@/features/psi/PsiPage";
import { fallback, reasons } from "@/features/psi/programmes";
import styles from "@/features/psi/psi.module.css";
import { Tabs } from "@/features/psi/Tabs";
import { Weightage } from "@/features/psi/Weightage";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";
import { copiesOf } from "@/lib/picture";

export const generateMetadata = () => pageMetadata("/adhva-vibes-psi");

export default async function Psi() {
  const { adhva_vibes_psi_hidden, enrollment_form_url, sample_test_url, contact, texts } =
    await load("/adhva-vibes-psi");
  const say = (key: keyof typeof fallback) => texts[key]?.trim() || fallback[key];
  return (
    <PsiPage hidden={adhva_vibes_psi_hidden}>
      <PageFacts path="/adhva-vibes-psi" />
      <PageHead
        title={say("hero_title")}
        hue="var(--hue-psi)"
        place="summit"
        picture={
          texts.officer_image ? (
            <img
              src={texts.officer_image}
              {...copiesOf(texts.officer_image, "(min-width: 900px) 26rem, 80vw")}
              alt=""
              width="600"
              height="600"
              className={styles.picture}
              fetchPriority="high"
            />
          ) : null
        }
      >
        <p className={styles.subtitle}>{say("hero_subtitle")}</p>
        <p className="lead" style={{ marginTop: "var(--s2)" }}>
          {say("hero_description")}
        </p>
        <div className="actions">
          <Enrol href={enrollment_form_url} />
          <ButtonLink href={sample_test_url || "/contact-us"} tone="quiet">
            Get Sample Test
          </ButtonLink>
        </div>
      </PageHead>
      <Part
        id="weightage"
        title="What Paper 2 asks"
        lead="The share of each subject, in per cent. It decides how many tests each one gets."
        sunk
      >
        <Weightage />
      </Part>
      <Part id="programmes" title="Five ways to prepare">
        <Tabs />
      </Part>
      <Part id="reasons" title="Six reasons to join" sunk>
        <Columns points={reasons} count="three" />
      </Part>
      <Part id="contact" title="Talk to us first" lead="Which programme fits depends on where you stand. Ask.">
        <ContactCards built={contact} />
      </Part>
    </PsiPage>
  );
}
