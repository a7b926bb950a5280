import { BlockFrame } from "@/components/BlockFrame";
import { Scroll } from "@/components/Scroll";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./table.module.css";

export default function Table({ id, h1, values }: BlockProps<typeof model>) {
  const { heading, lead, caption, columns, rows, row_headings, ground } = values;
  const width = Math.max(columns.length, ...rows.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, i) => i);
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      {width > 0 && (
        <div className={styles.table}>
          <Scroll id={`${id}_table`} label={caption || heading}>
            <table>
              {caption && <caption dir="auto">{caption}</caption>}
              {columns.length > 0 && (
                <thead>
                  <tr>
                    {places.map((i) => (
                      <th key={i} scope="col" dir="auto">
                        {columns[i]?.title}
                      </th>
                    ))}
                  </tr>
                </thead>
              )}
              <tbody>
                {rows.map(({ cells }, row) => (
                  <tr key={row}>
                    {places.map((i) =>
                      i === 0 && row_headings ? (
                        <th key={i} scope="row" dir="auto">
                          {cells[i]?.text}
                        </th>
                      ) : (
                        <td key={i} dir="auto">
                          {cells[i]?.text}
                        </td>
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </div>
      )}
    </BlockFrame>
  );
}
