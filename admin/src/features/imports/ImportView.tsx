import { Button } from "@mantine/core";
import { useState } from "react";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { useImports } from "./calls";
import { ImportForm } from "./ImportForm";
import { ImportReport } from "./ImportReport";
import { outcome } from "./words";
import "./imports.css";

/** Brings content in that other programs have exported, and all of it out again. */
export function ImportView() {
  const imports = useImports();
  const [chosen, choose] = useState<string | null>(null);
  const shown = chosen ?? imports.data?.find(({ state }) => state === "running")?.id ?? null;
  return (
    <>
      <Panel title="Import" subtitle="Articles and pages from WordPress, Ghost or Markdown. Nothing is imported twice.">
        <ImportForm onBegun={({ id }) => choose(id)} />
        {shown && <ImportReport key={shown} id={shown} />}
      </Panel>
      <Panel title="Latest imports">
        <Loaded from={imports} failed="The imports could not be loaded" empty={<Empty title="No imports yet" />}>
          {(all) => (
            <ul className="imports">
              {all.map((each) => (
                <li key={each.id}>
                  <span className="import-file">{each.file}</span>
                  <span className="import-outcome">{outcome(each)}</span>
                  <Button
                    variant="default"
                    size="sm"
                    aria-label={`Report of ${each.file}`}
                    aria-pressed={each.id === shown}
                    onClick={() => choose(each.id)}
                  >
                    Report
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
      <Panel
        title="Export"
        subtitle="A zip of all articles and pages as Markdown, with settings, texts, menus, lists and media. Import above restores it; on the server, cms-api import takes one of more than 2 GB. It has unpublished changes, but no leads and no accounts."
      >
        {/* A link: the file goes to the disk as it comes, however large it is. */}
        <Button component="a" href="/api/admin/export" download variant="default">
          Export everything
        </Button>
      </Panel>
    </>
  );
}
