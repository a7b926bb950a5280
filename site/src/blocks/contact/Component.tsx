import { BlockFrame } from "@/components/BlockFrame";
import ContactCards from "@/features/contact/ContactCards";
import type { BlockProps } from "@/model/define";
import type model from "./model";

export default function Contact({ id, h1, values, inputs }: BlockProps<typeof model>) {
  const { heading, lead, ground } = values;
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      <ContactCards built={inputs} texts={values} />
    </BlockFrame>
  );
}
