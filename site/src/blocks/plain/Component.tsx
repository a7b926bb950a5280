import { Heading, Stretch } from "@/components/Stretch";
import type { BlockProps } from "@/model/define";
import type model from "./model";

/** A heading and a few lines; nothing while both are empty. */
export default function Plain({ id, values: { heading, description } }: BlockProps<typeof model>) {
  if (!heading && !description) return null;
  return (
    <Stretch id={id} heading={heading}>
      <div>
        <Heading id={id} text={heading} />
        {description && <p className="lead">{description}</p>}
      </div>
    </Stretch>
  );
}
