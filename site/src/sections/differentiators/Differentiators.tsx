import { Fold } from "@/components/Fold";
import { Icon } from "@/components/Icon";
import { iconName } from "@/components/icons";
import type { ListItem } from "@/content/types";
import { Heading, Stretch } from "../Stretch";
import type { Texts } from "../texts";
import styles from "./differentiators.module.css";

export type Difference = Pick<ListItem, "id" | "title" | "description" | "icon">;

const builtIn: Difference[] = [
  {
    id: "1",
    icon: "compass",
    title: "Personalized Mentorship",
    description: "A mentor looks at your tests and your week, and plans the next stretch with you.",
  },
  {
    id: "2",
    icon: "question",
    title: "Doubt Solving Sessions",
    description: "Bring the question that stopped you. Doubts are collected, answered and kept.",
  },
  {
    id: "3",
    icon: "chart",
    title: "Detailed Test Analysis",
    description: "Every test ends with a sorting of errors: not known, misread, or guessed.",
  },
  {
    id: "4",
    icon: "pen",
    title: "Notes Making Process",
    description: "Short notes that you will still want to read in the last week before the exam.",
  },
  { id: "5", icon: "book", title: "NCERT Gist", description: "The line of thought of each chapter on one page." },
];

/** Five habits as five steps up. */
export function Differentiators({ texts, items }: { texts: Texts<"differentiators">; items: Difference[] }) {
  const steps = items.length ? items : builtIn;
  return (
    <Stretch type="differentiators">
      <div>
        <Heading type="differentiators">{texts.heading}</Heading>
        <p className={`lead ${styles.intro}`}>{texts.description}</p>
        <ol className={styles.steps} style={{ "--count": steps.length } as React.CSSProperties}>
          {steps.map((step, i) => (
            <li key={step.id} style={{ "--down": steps.length - 1 - i } as React.CSSProperties}>
              <Icon name={iconName(step.icon)} size={32} strokeWidth="1.5" />
              <h3>{step.title}</h3>
              <Fold row label={<span className="visually-hidden">More about {step.title}</span>}>
                <p>{step.description}</p>
              </Fold>
            </li>
          ))}
        </ol>
      </div>
    </Stretch>
  );
}
