import { Button, Modal } from "@mantine/core";
import { formatMoment } from "@/ui/format";

export type Words = Readonly<Record<string, string>>;

interface Props {
  /** What two people saved: "article". */
  what: string;
  opened: boolean;
  /** When the other version was saved; null where that is not known. */
  at: string | null | undefined;
  /** Who saved it; undefined where that is not known. */
  by: string | undefined;
  /** Both versions, part by part; null where the other one is not known. */
  versions: { theirs: Words; mine: Words } | null;
  /** What is done to have one's own version all the same. */
  overwrite: string;
  onReload: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

/** Two people saved the same thing; the second one decides, and loses nothing before that. */
export function ConflictDialog({ what, opened, at, by, versions, overwrite, onReload, onOverwrite, onClose }: Props) {
  const plural = what.endsWith("s");
  const who = by ? ` by ${by}` : "";
  const when = at ? ` at ${formatMoment(at)},` : "";
  const parts = versions
    ? Object.keys(versions.mine).filter((part) => versions.mine[part] !== versions.theirs[part])
    : [];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Someone else saved ${plural ? "these" : "this"} ${what}`}
      size={parts.length > 0 ? "52rem" : "32rem"}
    >
      <p>
        {plural ? "They were" : "It was"} changed
        {who}
        {when} after you started editing. Reload to continue from that version; yours stays on this device. Overwrite to
        replace it with yours.
      </p>
      {versions && parts.length > 0 && (
        <table className="sides">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part}>
                <th scope="row">{part}</th>
                <td data-label="Theirs">
                  <Version words={versions.theirs[part]} />
                </td>
                <td data-label="Yours">
                  <Version words={versions.mine[part]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="actions">
        <Button variant="default" onClick={onReload} data-autofocus>
          Reload
        </Button>
        <Button color="brick" onClick={onOverwrite}>
          {overwrite}
        </Button>
      </div>
    </Modal>
  );
}

function Version({ words }: { words: string | undefined }) {
  if (!words) return <span className="form-hint">Nothing</span>;
  return (
    <div className="side" dir="auto" tabIndex={words.length > 300 ? 0 : undefined}>
      {words}
    </div>
  );
}
