import type { Point } from "@/features/programmes/fields";

// The defaults of the page's longer lists.

export const differences: Point[] = [
  { title: "Mentorship", text: "A mentor looks at your results and plans the next two weeks with you." },
  { title: "Doubt solving", text: "What a test left open is asked and answered before the next Sunday." },
  { title: "Test analysis", text: "Every error is sorted: not known, misread, or guessed." },
  { title: "Notes making", text: "You learn to write notes that are short enough to be read again." },
  { title: "NCERT gist", text: "The line of thought of each chapter on one page." },
];

export const subjects: Point[] = [
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

export const benefits: Point[] = [
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

export const steps: Point[] = [
  { title: "Fill in the form", text: "Your name, how to reach you, and the exam you prepare for." },
  { title: "Talk to us", text: "We answer your questions and see whether the series fits where you stand." },
  { title: "Begin on Sunday", text: "You get the schedule and the first subject test." },
];
