/** Weight of each subject in Paper 2, in per cent. */
export const weightage = [
  { subject: "Science & Tech", percent: 15.6 },
  { subject: "Current Affairs", percent: 13 },
  { subject: "History", percent: 12.9 },
  { subject: "Geography", percent: 11.8 },
  { subject: "Mental Ability", percent: 9.2 },
  { subject: "Indian Polity", percent: 8.6 },
  { subject: "Economy", percent: 8.1 },
  { subject: "Static GK/Culture", percent: 6.5 },
  { subject: "Environment", percent: 2.2 },
];

export interface PsiProgramme {
  id: string;
  name: string;
  lead: string;
  rows: [string, string][];
}

/** The five programmes, the default one first. */
export const programmes: PsiProgramme[] = [
  {
    id: "apex",
    name: "Apex",
    lead: "The whole climb: every test of both papers, with an analysis after each.",
    rows: [
      ["Tests in all", "37"],
      ["Paper 2", "25 tests"],
      ["Paper 1", "12 tests"],
      ["In each sectional test", "20 Mental Ability questions"],
    ],
  },
  {
    id: "core",
    name: "Core Practice Set",
    lead: "The same 37 tests to work through at your own pace.",
    rows: [
      ["Tests in all", "37"],
      ["Paper 2", "25 tests"],
      ["Paper 1", "12 tests"],
      ["In each sectional test", "20 Mental Ability questions"],
    ],
  },
  {
    id: "descriptive",
    name: "Descriptive Pro",
    lead: "Writing for Paper 1, corrected and returned.",
    rows: [["Assignments", "12"]],
  },
  {
    id: "mastery",
    name: "Subject Mastery",
    lead: "One subject at a time, for those who know where they lose marks.",
    rows: [
      ["History", "4 tests"],
      ["Geography", "4 tests"],
      ["Polity", "3 tests"],
      ["Economy", "3 tests"],
      ["Science & Tech", "4 tests"],
      ["Environment", "1 test"],
    ],
  },
  {
    id: "simulator",
    name: "Exam Simulator",
    lead: "Exam day, twelve times: the hours, the length, the rank.",
    rows: [
      ["Mock exams", "12"],
      ["Paper 1", "6"],
      ["Paper 2", "6"],
      ["Result", "All-Karnataka rank"],
    ],
  },
];

export const reasons = [
  { title: "Both papers", text: "37 tests: 25 for Paper 2 and 12 for Paper 1." },
  { title: "All-Karnataka ranking", text: "You see where you stand among all who sat the same test." },
  { title: "Expert feedback", text: "Answers come back with what was good, what was missing and what to do next." },
  {
    title: "Mental Ability in every section",
    text: "20 questions in each sectional test, because that part improves with practice.",
  },
  { title: "Writing counts", text: "12 descriptive assignments for Paper 1." },
  { title: "Weighted like the exam", text: "More tests where Paper 2 asks more, fewer where it asks less." },
];

/** What the page says where the managed content is empty. */
export const fallback = {
  hero_title: "Adhva Vibes PSI",
  hero_subtitle: "Karnataka Police Sub-Inspector test series: 37 tests over 2 papers",
  hero_description:
    "A steady climb to the exam: sectional tests for each subject, descriptive assignments for Paper 1, and simulated exams with an all-Karnataka rank.",
};
