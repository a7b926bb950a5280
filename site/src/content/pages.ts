import { topics } from "./topics";

/** What is said about a page elsewhere: in its title bar, in search results, in links that people share. */
export interface PageFacts {
  title: string;
  description: string;
  /** Stands above the title on the page's preview. */
  label: string;
}

const programme = "Learning Paths";
const resources = "Resources";

/** Every page with an address and a title of its own. The home page's are settings. */
export const pages = {
  "/ncert-mastery": {
    title: "NCERT Mastery",
    description: "NCERT textbooks of classes 6 to 12 in a sequence, with a gist and a test at each milestone.",
    label: programme,
  },
  "/mentorship": {
    title: "Mentorship",
    description:
      "An 8-month mentorship for the 2026 exam: 3 months of foundation, 3 of consolidation, 2 of prelims preparation.",
    label: programme,
  },
  "/adhva-vibes-psi": {
    title: "PSI",
    description: "Karnataka Police Sub-Inspector test series: 37 tests over 2 papers, with an all-Karnataka ranking.",
    label: programme,
  },
  "/foundation-test-series": {
    title: "Foundation Test Series",
    description: "Three months of Sunday tests, from single subjects to full-length papers. October 2025 batch.",
    label: programme,
  },
  "/current-affairs-test": {
    title: "Current Affairs Monthly Test",
    description: "A month-wise current-affairs test series, a free bonus. Leave your e-mail and hear when it opens.",
    label: programme,
  },
  "/resources": {
    title: "Study Resources",
    description: "NCERT notes, current affairs, previous year questions, MCQ practice and strategy in one place.",
    label: resources,
  },
  "/current-affairs": {
    title: "Current Affairs for the Exam",
    description: "Current affairs for the exam, month by month. Coming soon.",
    label: resources,
  },
  "/videos": {
    title: "Video Library",
    description: "Lessons to watch at your own pace, sorted by subject.",
    label: resources,
  },
  "/blog": {
    title: "Blog",
    description: "Super Insight: long reads on planning, note-making, tests and revision.",
    label: "Super Insight",
  },
  "/about-us": {
    title: "About",
    description: "Adhva is Sanskrit for path or journey. What the academy believes and how it works.",
    label: "",
  },
  "/contact-us": {
    title: "Contact",
    description: "Write, call or chat: how to reach the academy, and when.",
    label: "",
  },
  ...(Object.fromEntries(
    topics.map(({ slug, title, text }) => [
      `/resources/${slug}`,
      { title, description: `${text} Coming soon.`, label: resources },
    ]),
  ) as Record<`/resources/${(typeof topics)[number]["slug"]}`, PageFacts>),
} satisfies Record<string, PageFacts>;

export type PagePath = keyof typeof pages;

export const pagePaths = Object.keys(pages) as PagePath[];

/** The preview's file for a page: "/resources/pyqs" has "resources-pyqs.png", the home page "home.png". */
export const previewName = (path: string) => `${path.slice(1).replaceAll("/", "-") || "home"}.png`;

/** Addresses of the pictures that other sites show beside a link. */
export const previewOf = (path: string) => `/preview/${previewName(path)}`;
export const previewOfArticle = (slug: string) => `/preview/blog/${slug}.png`;
/** Of a page that editors made: names of such have a dot more, so that no other page's picture has the same. */
export const previewNameOfEditors = (path: string) => `page${path.replaceAll("/", ".")}.png`;
