import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { Video } from "@/api/types";
import { FormError } from "@/components/FormError";
import { Presence } from "@/components/Presence";
import { toast } from "@/components/toasts";
import { useEdit } from "@/components/useEdit";
import { WhileHeld } from "@/components/WhileHeld";
import { History } from "@/history/History";
import { trimmed, updateVideo, type VideoForm } from "./calls";
import { VideoTexts } from "./VideoTexts";

interface Props {
  video: Video;
  opened: boolean;
  onClose: () => void;
}

/** Changes what is said about a video; its file stays. */
export function EditDialog({ video, opened, onClose }: Props) {
  const [over, setOver] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Edit video"
      size="32rem"
      closeOnClickOutside={false}
      // Escape closes what stands over it only.
      closeOnEscape={!over}
    >
      <Texts video={video} onToggle={setOver} onClose={onClose} />
    </Modal>
  );
}

interface TextsProps extends Pick<Props, "video" | "onClose"> {
  /** Told when another dialog opens over this one and closes. */
  onToggle: (opened: boolean) => void;
}

/** Begins anew from what is stored each time that the dialog opens. */
function Texts({ video, onToggle, onClose }: TextsProps) {
  const document = { collection: "videos", id: video.id, name: video.title } as const;
  const { form, setForm, submit, notice, dialog } = useEdit<Video, VideoForm, VideoForm>({
    what: "video",
    place: document,
    stored: video,
    formOf: ({ title, description, category }) => ({ title, description, category }),
    payloadOf: trimmed,
    wordsOf: ({ title, description, category }) => ({ Title: title, Category: category, Description: description }),
    write: (changes, revision) => updateVideo(video.id, changes, revision),
    onSaved: (_saved, _changes, stays) => {
      toast.success("Video updated successfully");
      if (!stays) onClose();
    },
    failed: "Failed to update video",
    onToggle,
  });
  return (
    <>
      <Presence collection={document.collection} id={document.id} />
      {notice}
      <form className="stack" {...submit.form}>
        <FormError message={submit.error} />
        <VideoTexts value={form} errors={submit.fields} onChange={setForm} />
        <WhileHeld />
        <div className="actions">
          <div className="actions-start">
            <History documents={[document]} onToggle={onToggle} />
          </div>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={submit.busy}>
            Update Video
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
