import type { BlockProps } from "@/model/define";
import type model from "./model";

/** A heading and a few lines; nothing while both are empty. */
export default function Plain({ id, values: { heading, description } }: BlockProps<typeof model>) {
  if (!heading && !description) return null;
  return (
    <section className="stretch" data-section={id} aria-labelledby={heading ? `${id}-heading` : undefined}>
      <div>
        {heading && (
          <h2 id={`${id}-heading`} className="milestone">
            {heading}
          </h2>
        )}
        {description && <p className="lead">{description}</p>}
      </div>
    </section>
  );
}
