import { BlockButton, BlockFrame } from "@/components/BlockFrame";
import type { BlockProps } from "@/model/define";
import type model from "./model";

export default function Enrolment({ id, h1, values, inputs }: BlockProps<typeof model>) {
  return (
    <BlockFrame id={id} h1={h1} heading={values.heading} lead={values.lead} ground={values.ground}>
      <BlockButton text={values.button_text} link={inputs.enrollment_form_url || "/contact-us"} />
    </BlockFrame>
  );
}
