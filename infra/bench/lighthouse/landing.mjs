// A page as an editor makes one of blocks, with a picture where the first screen of a phone ends.
const text = (text) => ({ text });

export const landing = {
  path: "/bench-landing",
  title: "Crash course",
  description: "Ten weeks of tests and talks before the exam.",
  status: "published",
  blocks: [
    { type: "page-head", values: { heading: "Crash course", lead: "Ten weeks of tests and talks before the exam." } },
    {
      type: "picture",
      values: {
        image: { url: "/media/seed/hero_2400x1350_480_960.webp", alt: "A trail up to a pass" },
        caption: "Ten weeks, ten milestones.",
      },
    },
    {
      type: "text",
      values: {
        heading: "What it is",
        text: "<p>Every week has a <strong>plan</strong>, a test on Sunday and a talk about it.</p><ul><li>Both papers</li><li>All subjects</li></ul>",
      },
    },
    {
      type: "cards",
      values: {
        heading: "What you get",
        cards: [
          {
            icon: "target",
            title: "Tests",
            text: "One each Sunday.",
            link_text: "See the series",
            link: "/foundation-test-series",
          },
          { icon: "compass", title: "A mentor", text: "Who reads your answers." },
          { icon: "book", title: "Notes", text: "Short enough to be read again." },
        ],
        ground: "sunk",
      },
    },
    {
      type: "table",
      values: {
        heading: "The weeks",
        caption: "What each week is about",
        columns: [{ title: "Week" }, { title: "Subject" }, { title: "Test" }],
        rows: [
          { cells: ["1", "History", "50 questions"].map(text) },
          { cells: ["2", "Polity", "50 questions"].map(text) },
        ],
      },
    },
    {
      type: "video",
      values: {
        heading: "A first talk",
        video: "https://www.youtube.com/watch?v=O96fE1E-rf8",
        title: "Learning how to learn",
      },
    },
    {
      type: "picture-text",
      values: {
        heading: "Who teaches",
        text: "<p>People who have sat the exam themselves.</p>",
        image: { url: "/media/seed/about-banner_2000x900_480_960.webp", alt: "" },
        button_text: "About us",
        button_link: "/about-us",
      },
    },
    {
      type: "questions",
      values: {
        heading: "Asked often",
        questions: [
          { question: "Is it online?", answer: "<p>Yes, and the recordings stay.</p>" },
          { question: "When does it begin?", answer: "<p>On the first Sunday of the month.</p>" },
        ],
        ground: "sunk",
      },
    },
    { type: "latest-articles", values: {} },
    {
      type: "call-to-action",
      values: { heading: "Begin this Sunday", button_text: "Write to us", button_link: "/contact-us" },
    },
  ],
};
