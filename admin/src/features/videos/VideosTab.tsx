import { api, page } from "@/api/client";
import type { Video } from "@/api/types";
import { type Column, DataTable } from "@/components/DataTable";
import { Panel } from "@/components/Panel";
import { Empty } from "@/components/states";

const COLUMNS: readonly Column<Video>[] = [
  { name: "Title", cell: ({ title }) => title },
  { name: "Category", cell: ({ category }) => category },
  {
    name: "Duration",
    cell: ({ duration }) => (duration > 0 ? `${Math.floor(duration / 60)} min` : ""),
    figures: true,
  },
];

/** The list; uploading and deleting come later, and the page says so. */
export function VideosTab() {
  return (
    <Panel title="Videos" subtitle="Uploading and deleting videos comes later.">
      <DataTable
        name="Videos"
        fetchPage={(query) => page(api.GET("/videos", { params: { query } }))}
        columns={COLUMNS}
        empty={<Empty title="No videos yet" />}
      />
    </Panel>
  );
}
