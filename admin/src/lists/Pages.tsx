import { Pagination } from "@mantine/core";

interface Props {
  /** What the list is called. */
  of: string;
  count: number;
  current: number;
  onTurn: (page: number) => void;
}

/** The pages of a list that has more than one. */
export function Pages({ of, count, current, onTurn }: Props) {
  if (count <= 1) return null;
  return (
    <nav aria-label={`Pages of ${of}`} className="pages">
      <Pagination
        total={count}
        value={current}
        onChange={onTurn}
        gap="0.375rem"
        getControlProps={(control) => ({ "aria-label": `${control} page` })}
      />
    </nav>
  );
}
