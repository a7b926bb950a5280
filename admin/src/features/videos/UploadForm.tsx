import { reasonOf } from "@academy/shared/api/errors";
import { Button, Input, Progress } from "@mantine/core";
import { useRef, useState } from "react";
import { VIDEO_FORMATS } from "@/api/formats";
import type { Media, Video } from "@/api/types";
import { DocumentForm } from "@/editing/DocumentForm";
import type { ListedKind } from "@/editing/kind";
import { useDocument } from "@/editing/useDocument";
import { FormFields } from "@/fields/FieldInputs";
import { ImageAddress } from "@/fields/ImageAddress";
import { ChooseButton } from "@/media/ChooseButton";
import { Thumbnail } from "@/media/Thumbnail";
import { UploadArea, UploadQueue } from "@/media/uploads/Uploads";
import { useArrivals } from "@/media/uploads/useArrivals";
import { summaryOf } from "@/media/words";
import { WhileHeld } from "@/publishing/WhileHeld";
import { COLLECTIONS } from "@/resources/collections";
import { uploadVideo, VIDEOS, type VideoForm } from "@/resources/videos";
import { toast } from "@/ui/toasts";
import "./videos.css";

/** A file of the library becomes a video of the site. What was typed stays until the video is stored. */
export function UploadForm() {
  const [file, setFile] = useState<Media | null>(null);
  const [poster, setPoster] = useState("");
  const [percent, setPercent] = useState(0);
  const chosen = useRef<{ file: Media; poster: string } | null>(null);
  const abort = useRef<AbortController | null>(null);
  const choose = (file: Media | null, poster = file?.poster ?? "") => {
    chosen.current = file && { file, poster };
    setFile(file);
    setPoster(poster);
    submit.forget();
  };
  const { take, items } = useArrivals({ kind: "video", room: 1, onStored: (media) => choose(media) });
  const [kind] = useState<ListedKind<Video, VideoForm>>(() => ({
    ...VIDEOS,
    save: async (_, texts) => {
      abort.current = new AbortController();
      setPercent(0);
      const options = { onProgress: setPercent, signal: abort.current.signal };
      // The form is not sent without a file.
      const { file, poster } = chosen.current as NonNullable<typeof chosen.current>;
      return uploadVideo(texts, file, poster, options);
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
      },
    },
  );
  const { form, setForm, submit } = document;
  const { busy, fields, cause } = submit;
  return (
    <UploadArea onFiles={take}>
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
        <Input.Wrapper
          className="video-wide"
          label="Video file"
          labelElement="div"
          description={`${VIDEO_FORMATS}. Choose one from the library, or drop a file here.`}
          required
          error={fields.file ?? (submit.error && reasonOf(cause))}
        >
          <div className="video-file">
            {file && (
              <>
                <Thumbnail media={file} sizes="8rem" />
                <p>
                  <bdi>{file.name}</bdi>
                  <small className="figures">{summaryOf(file)}</small>
                </p>
              </>
            )}
            <ChooseButton kind="video" of="Video file" disabled={busy} onChoose={(media) => choose(media)} />
            {file && (
              <Button variant="subtle" disabled={busy} onClick={() => choose(null)}>
                Remove
              </Button>
            )}
          </div>
          <UploadQueue items={items} />
        </Input.Wrapper>
        {file && (
          <div className="video-wide">
            <ImageAddress
              label="Poster"
              name="poster"
              description="Shown until the video plays. Unless you choose one, it is a picture from the video."
              what="poster"
              value={poster}
              error={fields.poster}
              onChange={(poster) => choose(file, poster)}
            />
          </div>
        )}
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
    </UploadArea>
  );
}
