import { messageOf } from "@academy/shared/api/errors";
import { NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { Pages } from "@/components/Pages";
import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { useLoadFailure } from "@/components/useLoadFailure";
import { AuditTable } from "./AuditTable";
import { type AuditQuery, useAuditLog, useNames } from "./calls";
import { GROUPS, readable } from "./words";

const PAGE = 50;
const ORDERS = [
  { value: "-at", label: "Newest first" },
  { value: "at", label: "Oldest first" },
];

/** Who changed what, who signed in, and who took data out. */
export function AuditView() {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const [resource, setResource] = useState("");
  const [sort, setSort] = useState<AuditQuery["sort"]>("-at");
  const [pageNumber, setPageNumber] = useState(1);
  const { data, error, mutate } = useAuditLog({ q, resource, sort, limit: PAGE, offset: (pageNumber - 1) * PAGE });
  const names = useNames();
  useLoadFailure(data ? undefined : error);
  const filtered = q !== "" || resource !== "";

  return (
    <Panel title="Audit" subtitle="Who changed what, who signed in, who took data out.">
      <div className="filters">
        <TextInput
          label="Search"
          name="q"
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPageNumber(1);
          }}
        />
        <NativeSelect
          label="Show"
          name="resource"
          data={[
            { value: "", label: "Everything" },
            ...GROUPS.map((group) => ({ value: group, label: readable(group) })),
          ]}
          value={resource}
          onChange={(event) => {
            setResource(event.currentTarget.value);
            setPageNumber(1);
          }}
        />
        <NativeSelect
          label="Sort"
          name="sort"
          data={ORDERS}
          value={sort}
          onChange={(event) => {
            setSort(event.currentTarget.value as AuditQuery["sort"]);
            setPageNumber(1);
          }}
        />
        <p className="filters-count figures" role="status">
          {data && `${data.total.toLocaleString("en-IN")} ${filtered ? "found" : "in all"}`}
        </p>
      </div>
      {!data && error !== undefined && (
        <Failure title="The audit log could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data && error !== undefined && (
        <p className="notice" role="alert">
          What is shown may be old: {messageOf(error)}
        </p>
      )}
      {data?.items.length === 0 &&
        (filtered ? (
          <Empty title="Nothing matches">Try another name, title or address.</Empty>
        ) : (
          <Empty title="Nothing yet">Each change, sign-in and export appears here.</Empty>
        ))}
      {data && data.items.length > 0 && <AuditTable entries={data.items} names={names} />}
      {data && (
        <Pages of="the audit log" count={Math.ceil(data.total / PAGE)} current={pageNumber} onTurn={setPageNumber} />
      )}
    </Panel>
  );
}
