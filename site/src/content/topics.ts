/** The pages below the resources hub: placeholders until their material is ready. */
export const topics = [
  {
    slug: "scert-notes",
    title: "NCERT Notes",
    icon: "book",
    text: "The line of thought of each chapter, classes 6 to 12.",
  },
  {
    slug: "current-affairs",
    title: "Current Affairs",
    icon: "calendar",
    text: "A month of news, sorted by what the syllabus asks.",
  },
  { slug: "pyqs", title: "Previous Year Questions", icon: "library", text: "What was asked, by subject and by year." },
  { slug: "mcqs", title: "MCQs Practice", icon: "target", text: "Short sets to test what you read today." },
  {
    slug: "strategy",
    title: "Strategy & Tips",
    icon: "compass",
    text: "Plans for the week, the month and the last stretch.",
  },
] as const;
