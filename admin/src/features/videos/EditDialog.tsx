import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { Video } from "@/api/types";
import { CancelButton } from "@/editing/CancelButton";
import { DocumentForm } from "@/editing/DocumentForm";
import { Presence } from "@/editing/Presence";
import { useDocument } from "@/editing/useDocument";
import { FormFields } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { WhileHeld } from "@/publishing/WhileHeld";
import { COLLECTIONS } from "@/resources/collections";
import { VIDEOS } from "@/resources/videos";

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

/** Begins anew each time that the dialog opens. */
function Texts({ video, onToggle, onClose }: TextsProps) {
  const place = { collection: "videos", id: video.id, name: video.title } as const;
  const document = useDocument(VIDEOS, video.id, onClose, { known: video });
  const { form, setForm, submit } = document;
  return (
    <>
      <Presence collection={place.collection} id={place.id} />
      <DocumentForm
        document={document}
        onToggle={onToggle}
        foot={
          <>
            <WhileHeld />
            <div className="actions">
              <div className="actions-start">
                <History documents={[place]} onToggle={onToggle} />
              </div>
              <CancelButton document={document} onCancel={onClose} />
              <Button type="submit" loading={submit.busy}>
                Update Video
              </Button>
            </div>
          </>
        }
      >
        <FormFields
          fields={COLLECTIONS.videos.fields}
          form={form}
          errors={submit.fields}
          onChange={(change) => setForm((now) => ({ ...now, ...change }))}
        />
      </DocumentForm>
    </>
  );
}
