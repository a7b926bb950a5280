import { section } from "./define";
import { label, text, type ValuesOf } from "./field";

/** The section `meta` of every page with an address of its own: how search engines and shared links describe it. */
export const meta = (defaults: { title: string; description: string; label?: string }) =>
  section("Title and description", {
    title: label("Title", {
      help: "In the title bar, in search results and in links that people share.",
      default: defaults.title,
    }),
    description: text("Description", { help: "Below the title there.", max: 300, default: defaults.description }),
    label: text("Label", {
      help: "Above the title on the picture that other sites show beside a link.",
      default: defaults.label ?? "",
    }),
  });

export type Meta = ValuesOf<ReturnType<typeof meta>["fields"]>;
