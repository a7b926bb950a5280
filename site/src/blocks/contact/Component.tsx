import { BlockFrame } from "@/components/BlockFrame";
import { ContactCards } from "@/features/contact/ContactCards";
import type { BlockProps } from "@/model/define";
import type model from "./model";

export default function Contact({ id, first, values, inputs }: BlockProps<typeof model>) {
  const { heading, lead, ground } = values;
  return (
    <BlockFrame id={id} first={first} heading={heading} lead={lead} ground={ground}>
      <ContactCards built={inputs} />
    </BlockFrame>
  );
}
