import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { Redirect } from "@/api/types";
import { CancelButton } from "@/editing/CancelButton";
import { DocumentForm } from "@/editing/DocumentForm";
import { Presence } from "@/editing/Presence";
import { type EditedDocument, useDocument } from "@/editing/useDocument";
import { FormFields } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { WhileHeld } from "@/publishing/WhileHeld";
import { COLLECTIONS } from "@/resources/collections";
import { REDIRECTS, type RedirectForm } from "./calls";

const { fields: FIELDS } = COLLECTIONS.redirects;
const GONE = FIELDS.filter(({ key }) => key !== "to");

interface Props {
  /** Null for a new one. */
  redirect: Redirect | null;
  opened: boolean;
  onClose: () => void;
}

/** Adds a redirect, or changes one. */
export function RedirectDialog({ redirect, opened, onClose }: Props) {
  const [over, setOver] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={redirect ? "Edit redirect" : "Add redirect"}
      size="32rem"
      closeOnClickOutside={false}
      // Escape closes what stands over it only.
      closeOnEscape={!over}
    >
      <Fields redirect={redirect} onToggle={setOver} onClose={onClose} />
    </Modal>
  );
}

interface FieldsProps extends Pick<Props, "redirect" | "onClose"> {
  /** Told when another dialog opens over this one and closes. */
  onToggle: (opened: boolean) => void;
}

/** Begins anew each time that the dialog opens. */
function Fields({ redirect, onToggle, onClose }: FieldsProps) {
  const place = redirect && ({ collection: "redirects", id: redirect.id, name: redirect.from } as const);
  const document: EditedDocument<Redirect, RedirectForm> = useDocument(REDIRECTS, redirect?.id ?? null, onClose, {
    known: redirect ?? undefined,
  });
  const { form, setForm, submit } = document;
  return (
    <>
      {place && <Presence collection={place.collection} id={place.id} />}
      <DocumentForm
        document={document}
        // The server says what is wrong with an address.
        noValidate
        onToggle={onToggle}
        foot={
          <>
            <WhileHeld />
            <div className="actions">
              {place && (
                <div className="actions-start">
                  <History documents={[place]} onToggle={onToggle} />
                </div>
              )}
              <CancelButton document={document} onCancel={onClose} />
              <Button type="submit" loading={submit.busy}>
                {place ? "Save" : "Add"}
              </Button>
            </div>
          </>
        }
      >
        <FormFields
          fields={form.status === "410" ? GONE : FIELDS}
          form={form}
          errors={submit.fields}
          onChange={(change) => setForm((now) => ({ ...now, ...change }))}
        />
      </DocumentForm>
    </>
  );
}
