import { Icon } from "@/components/Icon";
import { IntentLink } from "@/components/IntentLink";
import { iconName } from "@/components/icons";
import type { ListItem } from "@/content/types";
import { Heading, Stretch } from "../Stretch";
import type { Texts } from "../texts";
import styles from "./quick-access.module.css";

export type Way = Pick<ListItem, "id" | "title" | "description" | "icon" | "link">;

const builtIn: Way[] = [
  {
    id: "1",
    icon: "library",
    title: "Study Resources",
    description: "NCERT notes, previous year questions, MCQ practice and strategy.",
    link: "/resources",
  },
  {
    id: "2",
    icon: "pen",
    title: "Blog",
    description: "Super Insight: long reads on planning, notes, tests and revision.",
    link: "/blog",
  },
  {
    id: "3",
    icon: "play",
    title: "Video Library",
    description: "Lessons to watch at your own pace, sorted by subject.",
    link: "/videos",
  },
];

/** The path's end: a signpost with a board for each way on. */
export function QuickAccess({ texts, ways }: { texts: Texts<"quick-access">; ways: Way[] }) {
  return (
    <Stretch type="quick-access" className={`sunk ${styles.stretch}`}>
      <div className={styles.layout}>
        <div>
          <Heading type="quick-access">{texts.heading}</Heading>
          <p className="lead">{texts.description}</p>
        </div>
        <ul className={styles.post}>
          {(ways.length ? ways : builtIn).map((way) => (
            <li key={way.id}>
              <IntentLink href={way.link} className={styles.board}>
                <Icon name={iconName(way.icon)} size={30} />
                <span>
                  <strong>{way.title}</strong>
                  <span>{way.description}</span>
                </span>
              </IntentLink>
            </li>
          ))}
        </ul>
      </div>
    </Stretch>
  );
}
