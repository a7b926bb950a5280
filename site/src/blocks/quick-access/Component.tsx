import { Icon } from "@academy/shared/Icon";
import { iconName } from "@academy/shared/icons";
import { Link } from "@/components/Link";
import { Heading, Stretch } from "@/components/Stretch";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./quick-access.module.css";

/** The path's end: a signpost with a board for each way on. */
export default function QuickAccess({ id, values, inputs: { managed } }: BlockProps<typeof model>) {
  const boards = (managed.length ? managed : values.boards).filter((board) => board.link && board.title);
  return (
    <Stretch id={id} heading={values.heading} className={`sunk ${styles.stretch}`}>
      <div className={styles.layout}>
        <div>
          <Heading id={id} text={values.heading} />
          {values.description && <p className="lead">{values.description}</p>}
        </div>
        {boards.length > 0 && (
          <ul className={styles.post}>
            {boards.map((board, i) => (
              <li key={i}>
                <Link href={board.link} className={styles.board}>
                  <Icon name={iconName(board.icon)} size={30} />
                  <span>
                    <strong>{board.title}</strong>
                    <span>{board.description}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Stretch>
  );
}
