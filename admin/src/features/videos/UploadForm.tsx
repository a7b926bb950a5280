import { reasonOf } from "@academy/shared/api/errors";
import { Button, FileInput, Progress } from "@mantine/core";
import { type DragEvent, useRef, useState } from "react";
import { VIDEO_FORMATS } from "@/api/formats";
import type { Video } from "@/api/types";
import { DocumentForm } from "@/editing/DocumentForm";
import type { ListedKind } from "@/editing/kind";
import { useDocument } from "@/editing/useDocument";
import { FormFields } from "@/fields/FieldInputs";
import { WhileHeld } from "@/publishing/WhileHeld";
import { COLLECTIONS } from "@/resources/collections";
import { uploadVideo, VIDEOS, type VideoForm } from "@/resources/videos";
import { toast } from "@/ui/toasts";
import "./videos.css";

/** Not every system has a type for recordings of these two names. */
const isVideo = ({ type, name }: File) => type.startsWith("video/") || /\.(mkv|mov)$/i.test(name);

/** A file can be picked or dropped. What was typed stays until the video is stored. */
export function UploadForm() {
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState(0);
  const [over, setOver] = useState(false);
  const chosen = useRef<File | null>(null);
  const abort = useRef<AbortController | null>(null);
  const choose = (file: File | null) => {
    chosen.current = file;
    setFile(file);
    submit.forget();
  };
  const [kind] = useState<ListedKind<Video, VideoForm>>(() => ({
    ...VIDEOS,
    save: async (_, texts) => {
      abort.current = new AbortController();
      setPercent(0);
      const options = { onProgress: setPercent, signal: abort.current.signal };
      return uploadVideo(texts, chosen.current as File, options);
    },
    failed: () => "Failed to upload video",
    stays: "emptied",
  }));
  const document = useDocument(
    kind,
    null,
    () => {
      choose(null);
      toast.success("Video uploaded successfully");
    },
    {
      ready: async () => {
        if (!chosen.current) throw new Error(`Choose a video file: ${VIDEO_FORMATS}.`);
        return isVideo(chosen.current);
      },
    },
  );
  const { form, setForm, submit } = document;
  const { busy, fields, cause } = submit;
  const wrong = file && !isVideo(file) ? `Choose a video file: ${VIDEO_FORMATS}.` : undefined;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) choose(event.dataTransfer.files[0] ?? null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field of the file does the same
    <div
      className="video-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <DocumentForm
        document={document}
        className="video-form"
        name="Upload a video"
        failure={false}
        foot={
          <div className="actions video-wide">
            <Button type="submit" loading={busy}>
              Upload Video
            </Button>
            {busy && (
              <Button variant="default" onClick={() => abort.current?.abort()}>
                Cancel
              </Button>
            )}
          </div>
        }
      >
        <FormFields
          fields={COLLECTIONS.videos.fields}
          form={form}
          errors={fields}
          onChange={(change) => setForm((now) => ({ ...now, ...change }))}
        />
        <FileInput
          className="video-wide"
          label="Video file"
          name="file"
          accept="video/*,.mkv"
          description={`${VIDEO_FORMATS}.`}
          required
          clearable
          placeholder="Choose a file, or drop one here"
          value={file}
          error={wrong ?? fields.file ?? (submit.error && reasonOf(cause))}
          disabled={busy}
          onChange={choose}
        />
        {busy && (
          <div className="video-wide video-progress">
            <Progress value={percent} aria-label="Upload" transitionDuration={100} />
            <p className="figures" role="status">
              {percent < 100 ? `${percent} %` : "Saving…"}
            </p>
          </div>
        )}
        <WhileHeld when="A new video" />
      </DocumentForm>
    </div>
  );
}
