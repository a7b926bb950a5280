import type { SectionType } from "./order";

/** What the home page says where the managed content is empty. The dashboard shows it as placeholders. */
export const BUILT_IN_TEXTS = {
  hero: {
    heading: "Unlock Your Potential. Serve the Nation.",
    subheading: "Civil services · Karnataka PSI · NCERT foundation",
    description:
      "Adhva means path. We set out the milestones from the first NCERT chapter to the last mock test, and show after every test where you stand.",
    cta_text: "Explore Learning Paths",
    cta_link: "/ncert-mastery",
  },
  "why-choose": {
    heading: "Why Choose Us",
    card1_title: "Expert Mentorship",
    card1_description: "An 8-month plan with a mentor who reads your tests, not only your score.",
    card2_title: "Comprehensive Test Series",
    card2_description:
      "Sectional tests while you learn, full-length tests when you are ready, and an analysis of every paper.",
    card3_title: "NCERT Foundation",
    card3_description: "Classes 6 to 12 read subject by subject, so that later books have something to stand on.",
    card4_title: "Dynamic Community",
    card4_description: "A study group that shares daily questions and keeps you company on slow days.",
  },
  "psi-promo": {
    heading: "37 tests across both papers of the PSI exam",
    description:
      "Sectional tests, descriptive practice and full simulations for the Karnataka Police Sub-Inspector exam, with an all-Karnataka ranking and expert feedback.",
  },
  "ncert-showcase": {
    label: "NCERT Mastery",
    heading: "Begin with the books that the syllabus stands on",
    description:
      "Classes 6 to 12 in an order that makes sense: one theme followed across the classes, a gist for each chapter.",
    button_text: "See how it works",
    button_link: "/ncert-mastery",
    youtube_url: "",
  },
  "ncert-poster": {
    heading: "Seven classes. One continuous line.",
    description: "NCERT Mastery puts the books in sequence, with a gist and a test at each milestone.",
    cta_text: "Learn More & Enroll",
    cta_link: "/ncert-mastery",
    poster_url: "",
  },
  "guiding-principles": {
    heading: "Guiding Principles",
    description: "What we hold to when we decide what to teach and what to leave out.",
    vision: "Every aspirant, wherever they live, can prepare for public service with a clear plan and honest feedback.",
    mission:
      "To turn a vast syllabus into a path of small milestones, and to stay beside each learner until the next one is reached.",
    approach: "Basics first, then practice, then analysis. We spend as long on the mistakes as on the test.",
  },
  "learning-paths": {
    heading: "Learning Paths",
    description: "Each path has its own pace and its own milestones. Begin where you are.",
  },
  "mentorship-process": {
    heading: "How Our Mentorship Works",
    description: "Eight months towards the 2026 exam, in three phases.",
  },
  differentiators: {
    heading: "What Makes Us Different",
    description: "Five habits that we build with every learner, because marks follow habits.",
  },
  "mission-vision": {
    mission_heading: "Our Mission",
    mission_text:
      "To guide aspirants from their first NCERT chapter to the exam hall with structured learning, regular tests and mentorship that goes beyond teaching.",
    vision_heading: "Our Vision",
    vision_text: "A public service filled by people who prepared with understanding and know whom they serve.",
  },
  "quick-access": {
    heading: "Start with something today",
    description: "Open to everybody, no account needed.",
  },
} satisfies Record<SectionType, Record<string, string>>;
