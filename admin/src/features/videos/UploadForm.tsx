import { reasonOf } from "@academy/shared/api/errors";
import { Button, FileInput, Progress } from "@mantine/core";
import { type DragEvent, useRef, useState } from "react";
import { VIDEO_FORMATS } from "@/api/upload";
import { WhileHeld } from "@/publishing/WhileHeld";
import { toast } from "@/ui/toasts";
import { useSent } from "@/ui/useSent";
import { useSubmit } from "@/ui/useSubmit";
import { uploadVideo, type VideoForm } from "./calls";
import { VideoTexts } from "./VideoTexts";
import "./videos.css";

const EMPTY: VideoForm = { title: "", description: "", category: "" };

/** Not every system has a type for recordings of these two names. */
const isVideo = ({ type, name }: File) => type.startsWith("video/") || /\.(mkv|mov)$/i.test(name);

/** A file can be picked or dropped. What was typed stays until the video is stored. */
export function UploadForm() {
  const { form: texts, setForm: setTexts, replace } = useSent(EMPTY);
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState(0);
  const [over, setOver] = useState(false);
  const abort = useRef<AbortController | null>(null);

  const wrong = file && !isVideo(file) ? `Choose a video file: ${VIDEO_FORMATS}.` : undefined;
  const choose = (chosen: File | null) => {
    setFile(chosen);
    forget();
  };
  const { busy, error, fields, form, forget } = useSubmit(
    async () => {
      if (!file || wrong) return;
      const signal = new AbortController();
      abort.current = signal;
      setPercent(0);
      try {
        await uploadVideo(texts, file, { onProgress: setPercent, signal: signal.signal });
      } catch (cause) {
        if (signal.signal.aborted) return;
        throw cause;
      }
      replace(texts, EMPTY);
      setFile(null);
      toast.success("Video uploaded successfully");
    },
    { failed: "Failed to upload video", explain: reasonOf },
  );
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) choose(event.dataTransfer.files[0] ?? null);
  };
  return (
    <form
      className="video-form"
      aria-label="Upload a video"
      data-over={over || undefined}
      {...form}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <VideoTexts value={texts} errors={fields} onChange={setTexts} />
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
        error={wrong ?? fields.file ?? error}
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
    </form>
  );
}
