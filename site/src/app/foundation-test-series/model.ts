import { contact, enrolment } from "@/content/inputs";
import { ways } from "@/features/contact/fields";
import { course, enrol, points } from "@/features/programmes/fields";
import { page, section } from "@/model/define";
import { list, longtext, text } from "@/model/field";
import { meta } from "@/model/meta";
import { benefits, differences, steps, subjects } from "./points";

const summary = "Three months of Sunday tests, from single subjects to full-length papers. October 2025 batch.";

export default page(
  "foundation-test-series",
  "Foundation Test Series",
  {
    meta: meta({ title: "Foundation Test Series", description: summary, label: "Learning Paths" }),
    head: section("Top of the page", {
      title: text("Title", { default: "Foundation Test Series" }),
      lead: longtext("Lead", { default: summary }),
      enrol,
      more: text("Second button", { help: "Leads to what the series is.", default: "Learn More" }),
    }),
    about: section("About", {
      heading: text("Heading", { default: "About the series" }),
      text: longtext("Text", {
        default:
          "A subject is not finished when it is read but when it has been tested. Over three months the series takes you through 11 subject tests and 7 full-length tests, each followed by an analysis of what went wrong and why.",
      }),
    }),
    different: section("Differences", {
      heading: text("Heading", { default: "What makes it different" }),
      differences: points("Differences", differences),
    }),
    structure: section("Course structure", {
      heading: text("Heading", { default: "Course structure" }),
      test: text("Column of the tests", { default: "Test" }),
      number: text("Column of their number", { default: "Number" }),
      day: text("Column of the days", { default: "Day" }),
      time: text("Column of the times", { default: "Time" }),
      questions: text("Column of the questions", { default: "Questions" }),
      tests_caption: text("First table", { default: "Tests of the series" }),
      tests: list(
        "Rows of the first table",
        {
          test: text("Test"),
          number: text("Number"),
          day: text("Day"),
          time: text("Time"),
          questions: text("Questions"),
        },
        {
          max: 20,
          default: [
            { test: "Subject tests", number: "12", day: "Sundays", time: "1 hour", questions: "50 MCQs each" },
            {
              test: "Subject-wise full-length tests",
              number: "6",
              day: "Sundays",
              time: "2 hours",
              questions: "100 MCQs each",
            },
            {
              test: "Full-length tests FL-1 to FL-3",
              number: "3",
              day: "–",
              time: "2 hours",
              questions: "100 MCQs each",
            },
          ],
        },
      ),
      full_caption: text("Second table", { default: "Full-length tests" }),
      full: list(
        "Rows of the second table",
        { test: text("Test"), time: text("Time"), questions: text("Questions") },
        {
          max: 20,
          default: ["FL-1", "FL-2", "FL-3"].map((test) => ({ test, time: "2 hours", questions: "100 MCQs" })),
        },
      ),
    }),
    syllabus: section("Syllabus", {
      heading: text("Heading", { default: "Syllabus" }),
      subjects: points("Subjects", subjects, 20),
    }),
    benefits: section("Benefits", {
      heading: text("Heading", { default: "What you take with you" }),
      benefits: points("Benefits", benefits),
    }),
    steps: section("Enrolment", {
      heading: text("Heading", { default: "Three steps to enrol" }),
      steps: points("Steps", steps, 8),
    }),
    contact: section("Contact", {
      heading: text("Heading", { default: "Questions first?" }),
      lead: longtext("Lead", { default: "Call, chat or write before you decide." }),
      ...ways,
    }),
    course: course({
      name: "Foundation Test Series",
      months: 3,
      teaches: subjects.map(({ title }) => title),
    }),
  },
  (reader) => ({ ...enrolment(reader), contact: contact(reader) }),
);
