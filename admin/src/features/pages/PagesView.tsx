import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { PageSummary } from "@/api/types";
import { BulkBar, SelectBox, toTrash } from "@/bulk/BulkBar";
import { useSelection } from "@/bulk/selection";
import { isLater, isPublic } from "@/editing/schedule";
import { Unpublished } from "@/editing/Unpublished";
import { TrashButton } from "@/history/TrashButton";
import { useTrash } from "@/history/useTrash";
import { DeleteButton } from "@/lists/DeleteEntry";
import { useContentModel } from "@/model/model";
import { usePages } from "@/resources/pages";
import { formatDayTime } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { setStatus } from "./calls";
import { PageEditor } from "./PageEditor";
import "./pages.css";
import { TextsEditor } from "./TextsEditor";

/** The pages that editors made, and the texts of the site's own: `?edit=` and `?page=` say which one is open. */
export function PagesView() {
  const [params, setParams] = useSearchParams();
  const contentModel = useContentModel();
  const edited = params.get("edit");
  const named = params.get("page");
  const top = useRef<HTMLDivElement>(null);
  // What was new and is saved stays in the same form, with the cursor where it is.
  const [continued, setContinued] = useState<string | null>(null);
  const open = (name: "edit" | "page" | null, value = "", stay = false) => {
    if (stay) setContinued(value);
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.delete("edit");
      next.delete("page");
      if (name) next.set(name, value);
      return next;
    });
    if (stay) return;
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "start" });
  };

  return (
    <Loaded from={contentModel} failed="The pages could not be loaded">
      {(model) => {
        const page = model.pages.find((known) => known.page === named);
        return (
          <div ref={top} tabIndex={-1} className="pages-view">
            {edited ? (
              <PageEditor
                key={edited === continued ? "new" : edited}
                model={model}
                id={edited === "new" ? null : edited}
                onDone={(id, options) => open(id === null ? null : "edit", id ?? "", options?.stay)}
              />
            ) : page ? (
              <TextsEditor key={page.page} page={page} onClose={() => open(null)} />
            ) : (
              <>
                <OwnPages onOpen={(id) => open("edit", id)} />
                <Panel title="Texts of the site" subtitle="The texts of the pages that come with the site.">
                  <ul>
                    {model.pages
                      .filter(({ sections }) => sections.length > 0)
                      .sort((one, other) => one.name.localeCompare(other.name))
                      .map(({ page, name, route }) => (
                        <li key={page} className="row">
                          <div className="row-main">
                            <h3>{name}</h3>
                            <p className="code-name">{route ?? "on every page"}</p>
                          </div>
                          <Button
                            variant="default"
                            size="xs"
                            aria-label={`Edit texts of ${name}`}
                            onClick={() => open("page", page)}
                          >
                            Edit texts
                          </Button>
                        </li>
                      ))}
                  </ul>
                </Panel>
              </>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

const BULK = [
  {
    label: "Publish",
    change: { past: "published", run: (page: PageSummary) => setStatus(page, "published"), fields: ["status"] },
  },
  {
    label: "Withdraw",
    change: { past: "withdrawn", run: (page: PageSummary) => setStatus(page, "draft"), fields: ["status"] },
  },
  toTrash<PageSummary>("pages"),
];

function OwnPages({ onOpen }: { onOpen: (id: string) => void }) {
  const pages = usePages();
  const selection = useSelection(pages.data ?? []);
  const trash = useTrash("pages");
  const remove = (page: PageSummary) =>
    trash.remove(page, {
      message: `Delete the page “${page.title}”?`,
      detail: isPublic(page) ? `It leaves the site at once: ${page.path}` : undefined,
    });
  return (
    <Panel
      title="Pages"
      subtitle="Pages that you build from blocks."
      actions={
        <>
          <Button size="sm" onClick={() => onOpen("new")}>
            New Page
          </Button>
          <TrashButton collection="pages" />
        </>
      }
    >
      <Loaded
        from={pages}
        failed="The pages could not be loaded"
        empty={<Empty title="No pages yet">Create one, for example for a new batch, fees or a schedule.</Empty>}
      >
        {(known) => (
          <>
            <BulkBar collection="pages" selection={selection} actions={BULK} />
            <ul className="rows">
              {known.map((page) => (
                <li key={page.id} className="row" data-entry={page.id}>
                  <SelectBox entry={page} selection={selection} />
                  <div className="row-main">
                    <h3 dir="auto">{page.title}</h3>
                    <p className="row-meta">
                      <span className="status" data-status={isPublic(page) ? "published" : undefined}>
                        {standing(page)}
                      </span>
                      <Unpublished of={page} />
                      <span className="code-name">{page.path}</span>
                    </p>
                  </div>
                  <div className="row-actions">
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Edit ${page.title}`}
                      onClick={() => onOpen(page.id)}
                    >
                      Edit
                    </Button>
                    <DeleteButton id={page.id} name={page.title} remove={() => remove(page)} />
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function standing(page: PageSummary): string {
  if (page.status === "draft") return "draft";
  if (isPublic(page))
    return page.unpublish_date ? `published until ${formatDayTime(page.unpublish_date)}` : "published";
  return isLater(page.publish_date, new Date()) ? `goes live ${formatDayTime(page.publish_date)}` : "ended";
}
