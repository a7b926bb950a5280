import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { PageSummary } from "@/api/types";
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
                <Panel title="Texts of the site" subtitle="Every word of the pages that the site comes with.">
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

function OwnPages({ onOpen }: { onOpen: (id: string) => void }) {
  const pages = usePages();
  const trash = useTrash("pages");
  const remove = (page: PageSummary) =>
    trash.remove(page, {
      message: `Delete the page “${page.title}”?`,
      detail: isPublic(page) ? `It leaves the site at once: ${page.path}` : undefined,
    });
  return (
    <Panel
      title="Pages"
      subtitle="Pages of your own, made of blocks."
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
        empty={<Empty title="No pages yet">A landing page for a new batch, fees, a schedule: make one.</Empty>}
      >
        {(known) => (
          <ul>
            {known.map((page) => (
              <li key={page.id} className="row" data-entry={page.id}>
                <div className="row-main">
                  <h3 dir="auto">{page.title}</h3>
                  <p className="code-name">{page.path}</p>
                </div>
                <Unpublished of={page} />
                <span className="page-standing" data-public={isPublic(page) || undefined}>
                  {standing(page)}
                </span>
                <div className="row-actions">
                  <Button variant="default" size="xs" aria-label={`Edit ${page.title}`} onClick={() => onOpen(page.id)}>
                    Edit
                  </Button>
                  <DeleteButton id={page.id} name={page.title} remove={() => remove(page)} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function standing(page: PageSummary): string {
  if (page.status === "draft") return "Draft";
  if (isPublic(page)) return page.unpublish_date ? `Public until ${formatDayTime(page.unpublish_date)}` : "Public";
  return isLater(page.publish_date, new Date()) ? `Goes live ${formatDayTime(page.publish_date)}` : "Ended";
}
