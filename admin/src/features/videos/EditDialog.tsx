import { hasStatus } from "@academy/shared/api/errors";
import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { Video } from "@/api/types";
import { FormError } from "@/components/FormError";
import { toast } from "@/components/toasts";
import { useRestorable } from "@/components/useRestorable";
import { useSubmit } from "@/components/useSubmit";
import { WhileHeld } from "@/components/WhileHeld";
import { History } from "@/history/History";
import { updateVideo, type VideoForm } from "./calls";
import { VideoTexts } from "./VideoTexts";

interface Props {
  video: Video;
  opened: boolean;
  onClose: () => void;
}

/** Changes what is said about a video; its file stays. */
export function EditDialog({ video, opened, onClose }: Props) {
  const [history, setHistory] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Edit video"
      size="32rem"
      closeOnClickOutside={false}
      // Escape closes the history only.
      closeOnEscape={!history}
    >
      <Texts video={video} onHistory={setHistory} onClose={onClose} />
    </Modal>
  );
}

interface TextsProps extends Pick<Props, "video" | "onClose"> {
  onHistory: (opened: boolean) => void;
}

/** Begins anew from what is stored each time that the dialog opens. */
function Texts({ video, onHistory, onClose }: TextsProps) {
  const { title, description, category } = video;
  const document = { collection: "videos", id: video.id, name: title } as const;
  const [texts, setTexts] = useRestorable<VideoForm>(document, () => ({ title, description, category }));
  const [revision, setRevision] = useRestorable(document, () => video.revision);
  const { busy, error, fields, form } = useSubmit(
    async () => {
      await updateVideo(video.id, texts, revision);
      toast.success("Video updated successfully");
      onClose();
    },
    {
      failed: "Failed to update video",
      explain: (cause) => {
        if (!hasStatus(cause, 412)) return "The video was not changed. Try again.";
        setRevision((cause.problem?.current as Video | undefined)?.revision);
        return "Someone else changed this video meanwhile. Update again to overwrite it, or cancel to see it.";
      },
    },
  );
  return (
    <form className="stack" {...form}>
      <FormError message={error} />
      <VideoTexts value={texts} errors={fields} onChange={setTexts} />
      <WhileHeld />
      <div className="actions">
        <div className="actions-start">
          <History documents={[document]} onToggle={onHistory} />
        </div>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Update Video
        </Button>
      </div>
    </form>
  );
}
