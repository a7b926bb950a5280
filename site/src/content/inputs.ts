import site from "@/app/site.model";
import { pageTexts } from "@/model/values";
import type { Reader } from "./reader";

// What several pages show beside their texts.

/** Where the academy can be reached. */
export const contact = (reader: Reader) => {
  const { contact_phone, contact_email, contact_whatsapp } = reader.settings();
  return { contact_phone, contact_email, contact_whatsapp };
};

/** The words that formatted texts need beside their own. */
export const prose = (reader: Reader) => ({ writing: pageTexts(site, reader).writing });

/** The way to the enrolment form. */
export const enrolment = (reader: Reader) => ({ enrollment_form_url: reader.settings().enrollment_form_url });
