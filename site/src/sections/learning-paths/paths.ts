import type { Program } from "@/content/types";

export type Path = Pick<
  Program,
  "id" | "title" | "description" | "details" | "icon" | "link" | "features" | "is_upcoming"
>;

/** The cards shown while no programmes are managed. */
export const builtInPaths: Path[] = [
  {
    id: "ncert",
    title: "NCERT Mastery",
    description: "Classes 6 to 12, read in a sequence that builds the ground for every later subject.",
    details: "One theme at a time across the classes: the chapter, its gist, a short test, then the next milestone.",
    icon: "book",
    link: "/ncert-mastery",
    features: ["Classes 6 to 12 in subject order", "A gist for every chapter"],
    is_upcoming: false,
  },
  {
    id: "mentorship",
    title: "Mentorship",
    description: "An 8-month plan for the 2026 exam, reviewed with a mentor at every stage.",
    details: "Foundation for 3 months, consolidation for 3 months, prelims preparation for 2 months.",
    icon: "compass",
    link: "/mentorship",
    features: ["3 months of foundation", "3 months of consolidation", "2 months of prelims preparation"],
    is_upcoming: false,
  },
  {
    id: "psi",
    title: "PSI",
    description: "Karnataka Police Sub-Inspector: 37 tests over 2 papers with an all-Karnataka rank.",
    details: "25 tests for Paper 2 and 12 for Paper 1, from subject modules to full simulations.",
    icon: "shield",
    link: "/adhva-vibes-psi",
    features: ["37 tests over 2 papers", "All-Karnataka ranking and expert feedback"],
    is_upcoming: true,
  },
  {
    id: "affairs",
    title: "Current Affairs Monthly Test",
    description: "A month-wise test series that turns a month of news into questions you can answer.",
    details: "A free bonus beside the other programmes.",
    icon: "calendar",
    link: "/current-affairs-test",
    features: ["One test for each month", "Free bonus"],
    is_upcoming: true,
  },
];

const hues = new Map([
  ["/ncert-mastery", "ncert"],
  ["/foundation-test-series", "foundation"],
  ["/mentorship", "mentorship"],
  ["/adhva-vibes-psi", "psi"],
  ["/current-affairs-test", "affairs"],
]);

/** The programme's own colour on the path. */
export const hueOf = (link: string) => `var(--hue-${hues.get(link) ?? "foundation"})`;
