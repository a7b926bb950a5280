import { hasStatus } from "@academy/shared/api/errors";
import { Button, Drawer } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import type { Media, MediaUse, Replaced } from "@/api/types";
import { DocumentForm } from "@/editing/DocumentForm";
import { FormFoot } from "@/editing/FormFoot";
import { Presence } from "@/editing/Presence";
import { useDocument } from "@/editing/useDocument";
import { FormFields } from "@/fields/FieldInputs";
import { FocalPoint } from "@/media/FocalPoint";
import { Thumbnail } from "@/media/Thumbnail";
import { bytesWords, extentWords, type Focus, lengthWords, positionOf, typeWords } from "@/media/words";
import { COLLECTIONS } from "@/resources/collections";
import { MEDIA, type MediaForm, removeMedia, usesIn, useUses } from "@/resources/media";
import { formatDayTime } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { Empty } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
import { Replace } from "./Replace";
import { Documents, Uses } from "./Uses";

interface Props {
  /** The file that is shown; null shows none. */
  id: string | null;
  onClose: () => void;
}

/** A file of the library with all that is known of it, beside the list. */
export function MediaPanel({ id, onClose }: Props) {
  const [name, setName] = useState("");
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      // Escape closes what stands over it first: a question has the focus then.
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === "Escape" && event.currentTarget.contains(event.target as Node)) onClose();
      }}
      position="right"
      size="64rem"
      title={name || "File"}
    >
      {id !== null && <Details key={id} id={id} onName={setName} onClose={onClose} />}
    </Drawer>
  );
}

interface DetailsProps {
  id: string;
  onName: (name: string) => void;
  onClose: () => void;
}

function Details({ id, onName, onClose }: DetailsProps) {
  const document = useDocument(MEDIA, id, () => {});
  const { form, setForm, stored, submit, loadError } = document;
  const name = stored?.name ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => onName(name), [name]);
  if (hasStatus(loadError, 404)) return <Empty title="This file no longer exists">Somebody has deleted it.</Empty>;
  const change = (next: Partial<MediaForm>) => setForm((now) => ({ ...now, ...next }));
  return (
    <DocumentForm
      document={document}
      name="File"
      className="media-form"
      foot={<FormFoot save="Save" document={document} publishes={false} />}
    >
      {stored && (
        <>
          <Look media={{ ...stored, poster: form.poster }} focus={form.focus} onFocus={(focus) => change({ focus })} />
          <div className="stack">
            <Presence collection="media" id={id} />
            <FormFields fields={fieldsOf(stored)} form={form} errors={submit.fields} onChange={change} />
            {stored.slow_start && <SlowStart />}
            <Places
              media={stored}
              onReplaced={document.retry}
              onDeleted={() => void document.giveUp(null).then(onClose)}
            />
          </div>
          <Facts media={stored} />
        </>
      )}
    </DocumentForm>
  );
}

const HELP = "Read aloud to people who cannot see the picture, and offered wherever it is used.";

const fieldsOf = ({ kind }: Media) =>
  COLLECTIONS.media.fields
    .filter(({ key }) => key !== "poster" || kind === "video")
    .map((field) => (field.key === "alt" && kind === "image" ? { ...field, help: HELP } : field));

interface LookProps {
  media: Media;
  focus: Focus | null;
  onFocus: (focus: Focus | null) => void;
}

/** The file itself. */
function Look({ media, focus, onFocus }: LookProps) {
  const { kind, url, name, poster } = media;
  if (kind === "image") {
    return (
      <div className="stack">
        <FocalPoint
          src={url}
          value={focus && { x: Math.round(focus.x * 100), y: Math.round(focus.y * 100) }}
          onChange={(point) => onFocus(point && { x: point.x / 100, y: point.y / 100 })}
        />
        <Crops src={url} focus={focus} />
      </div>
    );
  }
  if (kind === "video")
    return (
      // biome-ignore lint/a11y/useMediaCaption: uploaded videos have none
      <video
        className="media-video"
        src={url}
        poster={poster || undefined}
        controls
        preload="metadata"
        aria-label={name}
      />
    );
  return <Thumbnail media={media} sizes="20rem" />;
}

/** The shapes that the site crops pictures to. */
const CROPS = { Banner: "5 / 2", Card: "16 / 9", "In text": "4 / 3", Poster: "4 / 5" };

const Crops = ({ src, focus }: { src: string; focus: Focus | null }) => (
  <ul className="crops" aria-label="How the site crops it">
    {Object.entries(CROPS).map(([name, aspectRatio]) => (
      <li key={name}>
        <img src={src} alt="" style={{ aspectRatio, objectPosition: positionOf(focus) }} />
        <small>{name}</small>
      </li>
    ))}
  </ul>
);

/** Tells that a video has its index at its end, and what to do. */
const SlowStart = () => (
  <div className="notice" role="note" aria-label="Starts slowly">
    <div>
      <p>
        <strong>This video starts slowly.</strong> Players load the end of the file, and some load all of it, before
        they show anything. Export it with <em>fast start</em> (in HandBrake <em>Web Optimized</em>) and replace it.
      </p>
    </div>
  </div>
);

function Facts({ media }: { media: Media }) {
  const { bytes, duration, uploaded_at, uploaded_by } = media;
  const facts = [
    ["Type", typeWords(media)],
    ["Size", bytesWords(bytes)],
    ["Dimensions", extentWords(media)],
    ["Duration", lengthWords(duration)],
    ["Uploaded", formatDayTime(uploaded_at)],
    ["By", uploaded_by?.name],
  ] as const;
  return (
    <dl className="media-facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

interface PlacesProps {
  media: Media;
  onReplaced: () => void;
  onDeleted: () => void;
}

/** The uses of a file, and the actions that concern them all. */
function Places({ media, onReplaced, onDeleted }: PlacesProps) {
  const { id, name, url, revision } = media;
  const uses = useUses(id);
  const { act, busy } = useAction();
  const [replaced, setReplaced] = useState<Replaced | null>(null);
  /** The uses for which the server has refused the deletion. */
  const [kept, setKept] = useState<MediaUse[]>();
  const heading = useId();
  const remove = async () => {
    setKept(undefined);
    const outcome = await act({
      question: { message: `Delete “${name}” for good?`, detail: "This cannot be undone.", confirm: "Delete" },
      run: async () => {
        try {
          await removeMedia(id, revision);
        } catch (error) {
          setKept(usesIn(error));
          // Somebody else has deleted it: that is what was asked for.
          if (!hasStatus(error, 404)) throw error;
        }
      },
      done: "File deleted",
      failed: "Failed to delete file",
    });
    if (outcome === "done") onDeleted();
  };
  return (
    <>
      <section className="media-places" aria-labelledby={heading}>
        <h3 id={heading}>Used in</h3>
        <Loaded
          from={uses}
          failed="Where it is used could not be loaded"
          empty={<p className="form-hint">Nothing uses it.</p>}
        >
          {(places) => <Uses uses={places} />}
        </Loaded>
      </section>
      {replaced && <Outcome of={replaced} />}
      {kept && (
        <div className="notice notice-failed" role="alert" aria-label="In use">
          <div>
            <p>
              <strong>It was not deleted: it is in use.</strong> Remove it here first, or replace it.
            </p>
            <Uses uses={kept} />
          </div>
        </div>
      )}
      <div className="media-actions">
        <Replace
          media={media}
          onBegin={() => setReplaced(null)}
          onReplaced={(outcome) => {
            if (outcome) setReplaced(outcome);
            else toast.success("File replaced", { detail: "Documents that use the old file are being updated." });
            onReplaced();
          }}
        />
        <Button component="a" variant="default" size="sm" href={url} download={name}>
          Download
        </Button>
        <Button variant="subtle" color="brick" size="sm" loading={busy} onClick={remove}>
          Delete
        </Button>
      </div>
    </>
  );
}

/** Tells which documents name a new file, and which do not and why. */
function Outcome({ of: { changed, failed } }: { of: Replaced }) {
  return (
    <div className={failed.length > 0 ? "notice notice-failed" : "notice"} role="status" aria-label="Replaced">
      <div>
        <p>
          <strong>
            {changed.length === 0 ? "Replaced. No document named it." : "Replaced. The new file is named by:"}
          </strong>
        </p>
        <Documents of={changed} />
        {failed.length > 0 && (
          <>
            <p>
              <strong>The old file is still named by:</strong>
            </p>
            <Documents of={failed} />
          </>
        )}
      </div>
    </div>
  );
}
