import type { Reader } from "@/content/reader";
import site from "./site";
import { pageTexts } from "./values";

// Inputs of several pages.

/** The telephone numbers and e-mail address of the academy. */
export const contact = (reader: Reader) => {
  const { contact_phone, contact_email, contact_whatsapp } = reader.settings();
  return { contact_phone, contact_email, contact_whatsapp };
};

/** The words that formatted texts need beside their own. */
export const prose = (reader: Reader) => ({ writing: pageTexts(site, reader).writing });

/** The address of the enrolment form. */
export const enrolment = (reader: Reader) => ({ enrollment_form_url: reader.settings().enrollment_form_url });
