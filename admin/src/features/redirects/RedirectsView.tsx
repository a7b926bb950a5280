import { Button } from "@mantine/core";
import { useState } from "react";
import { useMay } from "@/api/session";
import type { Redirect } from "@/api/types";
import { TrashButton } from "@/history/TrashButton";
import { useTrash } from "@/history/useTrash";
import { type Column, DataTable } from "@/lists/DataTable";
import { DeleteButton } from "@/lists/DeleteEntry";
import { useLocalList } from "@/lists/useLocalList";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { EXPORT, SOURCES, STATUSES, shows, useRedirects } from "./calls";
import { ImportDialog } from "./ImportDialog";
import { RedirectDialog } from "./RedirectDialog";
import "./redirects.css";

const COLUMNS: readonly Column<Redirect>[] = [
  {
    name: "From",
    cell: ({ from, to }) => (
      <span>
        <span className="redirect-from">{from}</span>
        {to && <span className="redirect-to"> → {to}</span>}
      </span>
    ),
  },
  { name: "Status", cell: ({ status }) => `${status} ${STATUSES[status]}`, figures: true },
  { name: "Source", cell: ({ source }) => SOURCES[source] },
];

const ACTIONS: Column<Redirect> = {
  name: "Actions",
  actions: true,
  cell: (redirect) => (redirect.source === "moved" ? <MadeBySite /> : <Actions redirect={redirect} />),
};

const FILTERS = [
  {
    key: "source",
    label: "Source",
    options: [{ value: "", label: "All" }, ...Object.entries(SOURCES).map(([value, label]) => ({ value, label }))],
  },
];

const MadeBySite = () => <span className="redirect-site">Made by the site</span>;

function Actions({ redirect }: { redirect: Redirect }) {
  const [editing, setEditing] = useState(false);
  const trash = useTrash("redirects");
  const { id, from, to } = redirect;
  const remove = () =>
    trash.remove(redirect, { message: "Delete this redirect?", detail: to ? `${from} → ${to}` : from });
  return (
    <>
      <Button variant="default" size="xs" aria-label={`Edit ${from}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <DeleteButton id={id} name={from} remove={remove} busy={trash.busy} />
      <RedirectDialog redirect={redirect} opened={editing} onClose={() => setEditing(false)} />
    </>
  );
}

/** The addresses that lead elsewhere: those that editors add or import, and those that the site makes of what moves. */
export function RedirectsView() {
  const may = useMay()("content:publish");
  const [open, setOpen] = useState<"add" | "import" | null>(null);
  const close = () => setOpen(null);
  const list = useLocalList({ from: useRedirects(), shows, filters: { source: "" } });
  return (
    <Panel
      title="Redirects"
      subtitle="Old addresses that lead elsewhere. The site adds one itself when a page or an article moves."
      actions={
        <>
          {may && <TrashButton collection="redirects" />}
          {/* A link: the file goes to the disk as it comes. */}
          <Button component="a" href={EXPORT} download variant="default" size="sm">
            Export CSV
          </Button>
          {may && (
            <>
              <Button variant="default" size="sm" onClick={() => setOpen("import")}>
                Import CSV
              </Button>
              <Button size="sm" onClick={() => setOpen("add")}>
                Add redirect
              </Button>
            </>
          )}
        </>
      }
    >
      <DataTable
        name="Redirects"
        className="redirects"
        list={list}
        columns={may ? [...COLUMNS, ACTIONS] : COLUMNS}
        filters={FILTERS}
        failed="The redirects could not be loaded"
        empty={<Empty title="No redirects yet">Add one, or import a CSV file of them.</Empty>}
      />
      <RedirectDialog redirect={null} opened={open === "add"} onClose={close} />
      <ImportDialog opened={open === "import"} onClose={close} />
    </Panel>
  );
}
