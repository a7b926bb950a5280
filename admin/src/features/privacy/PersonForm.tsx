import { Button } from "@mantine/core";
import { useState } from "react";
import type { PersonErasure, PersonExport } from "@/api/types";
import { FormFields } from "@/fields/FieldInputs";
import type { FormField } from "@/model/types";
import { saveFile } from "@/ui/download";
import { FormError } from "@/ui/FormError";
import { Empty } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
import { useForm } from "@/ui/useForm";
import { erasePerson, exportPerson } from "./calls";
import { amount } from "./words";

const FIELDS: readonly FormField[] = [
  {
    key: "address",
    type: "text",
    name: "Email address or phone number",
    required: true,
    autoComplete: "off",
    placeholder: "asha@example.com, +91 98765 43210",
  },
];

/** Looks a person up by an address, hands out what is stored, and erases it. */
export function PersonForm() {
  const [found, setFound] = useState<PersonExport | null>(null);
  const [erased, setErased] = useState<PersonErasure | null>(null);
  const { inputs, busy, error, form } = useForm({ address: "" }, async ({ address }) => {
    setErased(null);
    setFound(null);
    setFound(await exportPerson(address.trim()));
  });
  return (
    <>
      {/* What is wrong with the address the server says, at the field. */}
      <form className="person" noValidate {...form}>
        <FormError message={error} />
        <div className="person-fields">
          <FormFields fields={FIELDS} {...inputs} />
          <Button type="submit" loading={busy}>
            Look up
          </Button>
        </div>
      </form>
      <div role="status">
        {found && !erased && <FoundData found={found} onErased={setErased} />}
        {erased && <ErasedData erased={erased} />}
      </div>
    </>
  );
}

function FoundData({ found, onErased }: { found: PersonExport; onErased: (erased: PersonErasure) => void }) {
  const { act, busy } = useAction();
  const { address, places } = found;
  if (places.length === 0) return <Empty title="Nothing is stored">There is no data under {address}.</Empty>;

  const save = () =>
    saveFile(
      `person-${found.exported_at.slice(0, 10)}.json`,
      new Blob([JSON.stringify(found, null, 2)], { type: "application/json" }),
    );
  const erase = () =>
    act({
      question: {
        message: `Erase all data of ${address}?`,
        detail: "It is deleted from every list at once and cannot be restored. Earlier backups still have it.",
        confirm: "Erase",
      },
      run: async () => {
        const erased = await erasePerson(address);
        onErased(erased);
        if (erased.places.some(({ stays }) => stays === "")) toast.success(`The data of ${address} were erased`);
        else toast.info("Nothing was erased");
      },
      failed: "Failed to erase",
      mustRead: true,
    });

  return (
    <section className="person-found" aria-label={`Stored of ${address}`}>
      <h3 className="person-address">{address}</h3>
      <ul className="person-places">
        {places.map(({ place, records }) => (
          <li key={place}>{amount(place, records.length)}</li>
        ))}
      </ul>
      <div className="person-actions">
        <Button variant="default" onClick={save}>
          Download
        </Button>
        <Button color="brick" variant="subtle" loading={busy} onClick={erase}>
          Erase
        </Button>
      </div>
    </section>
  );
}

function ErasedData({ erased }: { erased: PersonErasure }) {
  const gone = erased.places.filter(({ stays }) => stays === "");
  const kept = erased.places.filter(({ stays }) => stays !== "");
  return (
    <section className="person-found" aria-label="What was erased">
      {gone.length > 0 && (
        <>
          <h3>Erased</h3>
          <ul className="person-places">
            {gone.map(({ place, count }) => (
              <li key={place}>{amount(place, count)}</li>
            ))}
          </ul>
        </>
      )}
      {kept.length > 0 && (
        <>
          <h3>Still there</h3>
          <ul className="person-places">
            {kept.map(({ place, count, stays }) => (
              <li key={place}>
                {amount(place, count)}. {stays}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
