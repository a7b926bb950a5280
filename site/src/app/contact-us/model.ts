import { contactForm, ways } from "@/features/contact/fields";
import { page, section } from "@/model/define";
import { list, longtext, text } from "@/model/field";
import { contact } from "@/model/inputs";
import { meta } from "@/model/meta";

export default page(
  "contact-us",
  "Contact",
  {
    meta: meta({ title: "Contact", description: "Write, call or chat: how to reach the academy, and when." }),
    head: section("Top of the page", {
      title: text("Title", { default: "Ask before you set out" }),
      lead: longtext("Lead", {
        default: "About a programme, a test, or where to begin. A person reads every message.",
      }),
      ...ways,
    }),
    form: section("Form", contactForm),
    hours: section("Office hours", {
      heading: text("Heading", { default: "Office hours" }),
      hours: list(
        "Hours",
        { days: text("Days"), time: text("Time") },
        {
          max: 7,
          default: [
            { days: "Mon-Fri", time: "9:00 AM-6:00 PM" },
            { days: "Sat", time: "10:00 AM-4:00 PM" },
            { days: "Sun", time: "Closed" },
          ],
        },
      ),
    }),
  },
  (reader) => ({ contact: contact(reader), contact_address: reader.settings().contact_address }),
);
