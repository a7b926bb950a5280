import { section } from "@/model/define";
import { list, longtext, number, text, type ValuesOf } from "@/model/field";

const point = { title: text("Title"), text: longtext("Text") };

/** Points: each has a title and a text. */
export type Point = ValuesOf<typeof point>;

/** Points of one kind: reasons, steps, values. */
export const points = (name: string, defaults: readonly Point[], max = 12) =>
  list(name, point, { max, default: defaults });

export const enrol = text("Enrolment button", { default: "Enroll Now" });

/** The facts of a programme for search engines: the section `course` of its page. */
export const course = (defaults: { name: string; months?: number; teaches: readonly string[] }) =>
  section("Course, for search engines", {
    name: text("Name", { default: defaults.name }),
    months: number("Length in months", { min: 1, max: 60, ...(defaults.months && { default: defaults.months }) }),
    teaches: list(
      "What it teaches",
      { name: text("Name") },
      { max: 20, default: defaults.teaches.map((name) => ({ name })) },
    ),
    mode: text("Where it takes place", { default: "Online" }),
  });
