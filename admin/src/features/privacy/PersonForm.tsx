import { messageOf } from "@academy/shared/api/errors";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { PersonErasure, PersonExport } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { saveFile } from "@/components/download";
import { FormError } from "@/components/FormError";
import { Empty } from "@/components/states";
import { toast } from "@/components/toasts";
import { useAlert } from "@/components/useAlert";
import { useSubmit } from "@/components/useSubmit";
import { erasePerson, exportPerson } from "./calls";
import { amount } from "./words";

const FIELDS = ["address"];

/** Looks a person up by an address, hands out what is stored, and erases it. */
export function PersonForm() {
  const [address, setAddress] = useState("");
  const [found, setFound] = useState<PersonExport | null>(null);
  const [erased, setErased] = useState<PersonErasure | null>(null);
  const { busy, error, fields, submit } = useSubmit(
    async () => {
      setErased(null);
      setFound(null);
      setFound(await exportPerson(address.trim()));
    },
    messageOf,
    FIELDS,
  );
  return (
    <>
      {/* What is wrong with the address the server says, at the field. */}
      <form className="person" noValidate onSubmit={submit}>
        <FormError message={error} />
        <div className="person-fields">
          <TextInput
            label="E-mail address or phone number"
            name="address"
            required
            autoComplete="off"
            placeholder="asha@example.com, +91 98765 43210"
            value={address}
            error={fields.address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
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
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();
  const alert = useAlert();
  const { address, places } = found;
  if (places.length === 0) return <Empty title="Nothing is stored">Nobody left anything under {address}.</Empty>;

  const save = () =>
    saveFile(
      `person-${found.exported_at.slice(0, 10)}.json`,
      new Blob([JSON.stringify(found, null, 2)], { type: "application/json" }),
    );
  const erase = async () => {
    const sure = await confirm({
      message: `Erase what is stored of ${address}?`,
      detail: "It is gone at once and for good, from every list. Backups that were made before still have it.",
      confirm: "Erase",
    });
    if (!sure) return;
    setBusy(true);
    try {
      const erased = await erasePerson(address);
      onErased(erased);
      if (erased.places.some(({ stays }) => stays === "")) toast.success(`The data of ${address} were erased`);
      else toast.info("Nothing was erased");
    } catch (failure) {
      await alert(`Failed to erase: ${messageOf(failure)}`);
    } finally {
      setBusy(false);
    }
  };

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
