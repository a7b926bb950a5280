import { Button } from "@mantine/core";
import type { ComponentProps } from "react";
import type { Section } from "@/api/types";
import { DeleteButton } from "@/lists/DeleteEntry";
import { useSortableItem } from "@/lists/Sortable";

interface Props {
  section: Section;
  /** The block that shows it, where its type is not that block's. */
  shownAs: string | undefined;
  /** Its texts were changed, and are not saved. */
  unsaved: boolean;
  position: number;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: ComponentProps<typeof DeleteButton>["remove"];
}

export function SectionRow({ section, shownAs, unsaved, position, onToggle, onEdit, onDelete }: Props) {
  const { item, handle } = useSortableItem(section);
  return (
    <li {...item} className="section" data-entry={section.id} data-hidden={!section.is_visible || undefined}>
      {handle}
      <span className="section-position figures">{position}</span>
      <div className="row-main">
        <h3>{section.name}</h3>
        <p className="code-name">{section.type}</p>
        {shownAs && <p className="form-hint">Shown as “{shownAs}”</p>}
        {unsaved && <p className="form-hint">Unsaved texts</p>}
      </div>
      <div className="row-actions">
        <Button
          variant="default"
          size="xs"
          className="section-visible"
          aria-pressed={section.is_visible}
          aria-label={`${section.is_visible ? "Visible" : "Hidden"}: ${section.name}`}
          onClick={onToggle}
        >
          {section.is_visible ? "Visible" : "Hidden"}
        </Button>
        <Button variant="default" size="xs" aria-label={`Edit ${section.name}`} onClick={onEdit}>
          Edit
        </Button>
        <DeleteButton id={section.id} name={section.name} remove={onDelete} />
      </div>
    </li>
  );
}
