import { messageOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import type { Section } from "@/api/types";
import { useLeaveGuard } from "@/editing/leaveGuard";
import { undoDeletion, undoSave } from "@/history/undo";
import { Sortable } from "@/lists/Sortable";
import { blockOf, useContentModel } from "@/model/model";
import { WhileHeld } from "@/publishing/WhileHeld";
import { useConfirm } from "@/ui/confirm";
import { focusAfter } from "@/ui/focusAfter";
import { Panel } from "@/ui/Panel";
import { Empty, Failure, Loading } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
import { ContentModal } from "./ContentModal";
import { createSection, deleteSection, reorder, setVisible, useSections } from "./calls";
import { NewSection } from "./NewSection";
import { SectionRow } from "./SectionRow";
import { isStanding, whatDeletingDoes } from "./site";
import "./sections.css";

/** Visibility, order and content of the home page's sections. */
export function SectionsTab() {
  const sections = useSections();
  const contentModel = useContentModel();
  const model = contentModel.data;
  // A list without the model would not say what its sections are shown by.
  const data = model && sections.data;
  const error = sections.error ?? contentModel.error;
  const mutate = () => Promise.all([sections.mutate(), contentModel.mutate()]);
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const close = () => focusAfter(() => setAdding(false), add);
  const [editing, setEditing] = useState<Section | null>(null);
  // Whose texts are not saved, by the section's id.
  const [typed, setTyped] = useState<Readonly<Record<string, boolean>>>({});
  useLeaveGuard(data?.some(({ id }) => typed[id]) ?? false, {
    message: "Leave without saving the texts of sections?",
    cancel: "Stay",
  });
  const [saving, setSaving] = useState(0);
  const confirm = useConfirm();
  const { act } = useAction();
  const shownAs = (section: Section) => {
    const block = model && blockOf(model, section.block || section.type);
    return block?.type === section.type ? undefined : block?.name;
  };
  /** Runs a write under the floating notice. */
  const noticed = async (run: () => Promise<unknown>) => {
    setSaving((count) => count + 1);
    try {
      await run();
    } finally {
      setSaving((count) => count - 1);
    }
  };
  /** As noticed; a failure is told with its reason in a dialog. */
  const write = (failed: string, run: () => Promise<unknown>) =>
    act({ run: () => noticed(run), failed, mustRead: true });
  const show = (section: Section, visible: boolean) =>
    void write("Failed to toggle visibility", async () => {
      const { id, revision = 0 } = await setVisible(section, visible);
      if (visible) return;
      toast.success("Section hidden", { button: undoSave({ collection: "sections", id }, revision, ["is_visible"]) });
    });

  const move = (from: number, to: number) =>
    data && void write("Failed to reorder sections", () => reorder(data, from, to));

  const remove = async (section: Section) => {
    if (!model) return "cancelled";
    const sure = await confirm({
      message: `Are you sure you want to delete "${section.name}"?`,
      detail: whatDeletingDoes(model, section),
      confirm: "Delete",
      instead:
        isStanding(model, section.type) && section.is_visible
          ? { label: "Hide", run: () => show(section, false) }
          : undefined,
    });
    if (!sure) return "cancelled";
    let revision: number | undefined;
    const outcome = await write("Failed to delete section", async () => {
      revision = await deleteSection(section);
    });
    if (outcome === "done") {
      toast.success("Section deleted", { button: undoDeletion({ collection: "sections", id: section.id }, revision) });
    }
    return outcome;
  };

  return (
    <Panel
      title="Landing Page Sections"
      subtitle="Manage visibility, order, and content of landing page sections"
      actions={
        !adding && (
          <Button ref={add} size="sm" onClick={() => setAdding(true)}>
            Add Section
          </Button>
        )
      }
    >
      <WhileHeld when="Any change here" />
      {adding && model && (
        <NewSection
          model={model}
          taken={data?.map(({ type }) => type) ?? []}
          onCreate={(section) => noticed(() => createSection(section))}
          onClose={close}
        />
      )}
      {!data && error === undefined && <Loading label="Loading sections..." />}
      {!data && error !== undefined && (
        <Failure title={`Error loading sections: ${messageOf(error)}`} onRetry={() => mutate()} />
      )}
      {data?.length === 0 && <Empty title="No sections yet">The home page shows all its blocks.</Empty>}
      {data && data.length > 0 && (
        <Sortable entries={data} onMove={move}>
          <ol className="sections">
            {data.map((section, index) => (
              <SectionRow
                key={section.id}
                section={section}
                shownAs={shownAs(section)}
                unsaved={typed[section.id] ?? false}
                position={index + 1}
                onToggle={() => show(section, !section.is_visible)}
                onEdit={() => setEditing(section)}
                onDelete={() => remove(section)}
              />
            ))}
          </ol>
        </Sortable>
      )}
      {saving > 0 && (
        <p className="saving" role="status">
          Saving changes...
        </p>
      )}
      {model && (
        <ContentModal
          model={model}
          section={editing}
          onTyped={({ id }, unsaved) => setTyped((known) => ({ ...known, [id]: unsaved }))}
          onClose={() => setEditing((open) => (open === editing ? null : open))}
        />
      )}
    </Panel>
  );
}
