import { ApiError, reasonOf } from "@academy/shared/api/errors";
import { Button, FileInput, Progress } from "@mantine/core";
import { type DragEvent, type FormEvent, useRef, useState } from "react";
import { VIDEO_FORMATS } from "@/api/upload";
import { toast } from "@/components/toasts";
import { WhileHeld } from "@/components/WhileHeld";
import { uploadVideo, type VideoForm } from "./calls";
import { VideoTexts } from "./VideoTexts";
import "./videos.css";

const EMPTY: VideoForm = { title: "", description: "", category: "" };

/** Not every system has a type for recordings of these two names. */
const isVideo = ({ type, name }: File) => type.startsWith("video/") || /\.(mkv|mov)$/i.test(name);

/** A file can be picked or dropped. What was typed stays until the video is stored. */
export function UploadForm() {
  const [form, setForm] = useState(EMPTY);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [percent, setPercent] = useState<number | null>(null);
  const [over, setOver] = useState(false);
  const abort = useRef<AbortController | null>(null);

  const wrong = file && !isVideo(file) ? `Choose a video file: ${VIDEO_FORMATS}.` : undefined;
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setErrors({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || wrong || percent !== null) return;
    const signal = new AbortController();
    abort.current = signal;
    setErrors({});
    setPercent(0);
    try {
      await uploadVideo(form, file, { onProgress: setPercent, signal: signal.signal });
      setForm(EMPTY);
      setFile(null);
      toast.success("Video uploaded successfully");
    } catch (error) {
      if (!signal.signal.aborted) {
        const fields = error instanceof ApiError ? error.fieldErrors() : {};
        setErrors(Object.keys(fields).length > 0 ? fields : { file: reasonOf(error) });
        toast.failure("Failed to upload video", error);
      }
    } finally {
      setPercent(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (percent === null) choose(event.dataTransfer.files[0] ?? null);
  };
  return (
    <form
      className="video-form"
      aria-label="Upload a video"
      data-over={over || undefined}
      onSubmit={submit}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <VideoTexts value={form} errors={errors} onChange={setForm} />
      <FileInput
        className="video-wide"
        label="Video file"
        name="file"
        accept="video/*,.mkv"
        description={`${VIDEO_FORMATS}, as cameras and phones record them.`}
        required
        clearable
        placeholder="Choose a file, or drop one here"
        value={file}
        error={wrong ?? errors.file}
        disabled={percent !== null}
        onChange={choose}
      />
      {percent !== null && (
        <div className="video-wide video-progress">
          <Progress value={percent} aria-label="Upload" transitionDuration={100} />
          <p className="figures" role="status">
            {percent < 100 ? `${percent} %` : "Storing…"}
          </p>
        </div>
      )}
      <WhileHeld when="A new video" />
      <div className="actions video-wide">
        <Button type="submit" loading={percent !== null}>
          Upload Video
        </Button>
        {percent !== null && (
          <Button variant="default" onClick={() => abort.current?.abort()}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
