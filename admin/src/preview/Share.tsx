import { Button, Modal, NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { PreviewLink } from "@/api/types";
import { CopyField } from "@/ui/CopyField";
import { FormError } from "@/ui/FormError";
import { formatMoment } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { useAction } from "@/ui/useAction";
import { useSubmit } from "@/ui/useSubmit";
import { createLink, type LinkedKind, revokeLink, useLinks } from "./calls";

const HOUR = 3600;
const TIMES = [
  { value: `${HOUR}`, label: "1 hour" },
  { value: `${24 * HOUR}`, label: "1 day" },
  { value: `${7 * 24 * HOUR}`, label: "1 week" },
  { value: `${30 * 24 * HOUR}`, label: "30 days" },
];

interface Props {
  kind: LinkedKind;
  id: string;
  /** Stores what is typed: a link shows what is stored. */
  keep: () => Promise<unknown>;
}

/** Links that show what is not public to somebody without an account. */
export function Share(props: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" size="sm" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        Share
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Share" size="34rem">
        {opened && <Links {...props} />}
      </Modal>
    </>
  );
}

function Links({ kind, id, keep }: Props) {
  const links = useLinks(kind, id);
  const [time, setTime] = useState(`${7 * 24 * HOUR}`);
  const [made, setMade] = useState<{ id: string; url: string } | null>(null);
  const create = useSubmit(async () => {
    await keep();
    setMade(await createLink(kind, id, Number(time)));
    await links.mutate();
  });
  return (
    <div className="stack">
      <p>
        Whoever has the link sees this {kind} with its unpublished changes, as they are when it is opened, without an
        account.
      </p>
      <form className="share-new" {...create.form}>
        <NativeSelect
          label="Valid for"
          name="expires_in"
          data={TIMES}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
        <Button type="submit" loading={create.busy}>
          Create link
        </Button>
        <FormError message={create.error} />
      </form>
      {made && (
        <div>
          <CopyField key={made.id} label="Link" name="link" value={new URL(made.url, window.location.href).href} />
          <p className="form-hint">It is shown only once.</p>
        </div>
      )}
      <Loaded from={links} failed="The links could not be loaded">
        {(known) =>
          known.length > 0 && (
            <ul className="rows" aria-label="Links">
              {known.map((link) => (
                <Row
                  key={link.id}
                  link={link}
                  onRevoked={() => {
                    if (link.id === made?.id) setMade(null);
                    return links.mutate();
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

function Row({ link, onRevoked }: { link: PreviewLink; onRevoked: () => Promise<unknown> }) {
  const { act, busy } = useAction();
  const revoke = () =>
    act({
      run: async () => {
        await revokeLink(link.id);
        await onRevoked();
      },
      done: "Link revoked",
      failed: "Failed to revoke the link",
    });
  return (
    <li className="row">
      <div className="row-main">
        Until {formatMoment(link.expires_at)}
        <p className="row-meta">
          Made {formatMoment(link.created_at)} by {link.by}
        </p>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={`Revoke the link until ${formatMoment(link.expires_at)}`}
        loading={busy}
        onClick={revoke}
      >
        Revoke
      </Button>
    </li>
  );
}
