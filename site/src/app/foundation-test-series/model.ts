import { ways } from "@/features/contact/fields";
import { course, enrol, points } from "@/features/programmes/fields";
import { page, section } from "@/model/define";
import { list, longtext, text } from "@/model/field";
import { contact, enrolment } from "@/model/inputs";
import { meta } from "@/model/meta";

const differences = [
  { title: "Mentorship", text: "A mentor looks at your results and plans the next two weeks with you." },
  { title: "Doubt solving", text: "What a test left open is asked and answered before the next Sunday." },
  { title: "Test analysis", text: "Every error is sorted: not known, misread, or guessed." },
  { title: "Notes making", text: "You learn to write notes that are short enough to be read again." },
  { title: "NCERT gist", text: "The line of thought of each chapter on one page." },
];

const subjects = [
  {
    title: "History",
    text: "Ancient, medieval and modern India, the national movement, art and culture, and the outline of world history.",
  },
  {
    title: "Geography",
    text: "Physical geography, the Indian monsoon and relief, people and resources, and map work.",
  },
  {
    title: "Polity",
    text: "The making of the Constitution, rights and duties, the legislature, executive and judiciary, federalism and local government.",
  },
  {
    title: "Economics",
    text: "National income, money and banking, public finance, poverty and employment, agriculture and industry.",
  },
  {
    title: "Science",
    text: "Everyday physics, chemistry and biology, health and disease, and the science and technology behind the news.",
  },
  {
    title: "Environment",
    text: "Ecosystems, biodiversity and its protection, pollution, climate and the agreements about it.",
  },
  {
    title: "Sociology",
    text: "Social institutions, structure and change, movements, and the diversity of Indian society.",
  },
];

const benefits = [
  {
    title: "A fixed rhythm",
    text: "A test on Sunday gives the week before it a purpose and the week after it a task.",
  },
  {
    title: "From subject to paper",
    text: "First one subject in an hour, then whole papers in two: you grow into the length of the exam.",
  },
  {
    title: "An honest picture",
    text: "You know which subjects carry you and which cost you marks, long before the exam tells you.",
  },
  {
    title: "Calm in the hall",
    text: "After three months the clock, the sheet and the pressure are old acquaintances.",
  },
];

const steps = [
  { title: "Fill in the form", text: "Your name, how to reach you, and the exam you prepare for." },
  { title: "Talk to us", text: "We answer your questions and see whether the series fits where you stand." },
  { title: "Begin on Sunday", text: "You get the schedule and the first subject test." },
];

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
