import { Button } from "@mantine/core";
import { useState } from "react";
import type { Video } from "@/api/types";
import { toTrash } from "@/bulk/BulkBar";
import { TrashButton } from "@/history/TrashButton";
import { useTrash } from "@/history/useTrash";
import { type Column, DataTable } from "@/lists/DataTable";
import { DeleteButton } from "@/lists/DeleteEntry";
import { useList } from "@/lists/useList";
import { fetchVideos, NAME } from "@/resources/videos";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { EditDialog } from "./EditDialog";
import { UploadForm } from "./UploadForm";

const COLUMNS: readonly Column<Video>[] = [
  { name: "Title", cell: ({ title }) => title },
  { name: "Category", cell: ({ category }) => category },
  {
    name: "Duration",
    cell: ({ duration }) => (duration > 0 ? `${Math.floor(duration / 60)} min` : ""),
    figures: true,
  },
  { name: "Actions", actions: true, cell: (video) => <Actions video={video} /> },
];

function Actions({ video }: { video: Video }) {
  const [editing, setEditing] = useState(false);
  const trash = useTrash("videos");
  const remove = () =>
    trash.remove(video, {
      message: "Are you sure you want to delete this video?",
      detail: `“${video.title}” in ${video.category}`,
    });
  return (
    <div className="video-actions">
      <Button variant="default" size="xs" aria-label={`Edit ${video.title}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <DeleteButton id={video.id} name={video.title} remove={remove} busy={trash.busy} />
      <EditDialog video={video} opened={editing} onClose={() => setEditing(false)} />
    </div>
  );
}

const BULK = [toTrash<Video>("videos")];

export function VideosTab() {
  const list = useList({ name: NAME, fetchPage: fetchVideos });
  return (
    <Panel
      title="Videos"
      subtitle="Videos appear on the site as soon as they are uploaded."
      actions={<TrashButton collection="videos" />}
    >
      <UploadForm />
      <DataTable
        name={NAME}
        list={list}
        columns={COLUMNS}
        bulk={{ collection: "videos", actions: BULK }}
        empty={<Empty title="No videos yet" />}
      />
    </Panel>
  );
}
