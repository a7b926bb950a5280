import { type PagePath, pages, previewOf, previewOfArticle } from "@/content/pages";
import type { Article, Video } from "@/content/types";
import { languageOf } from "@/lib/language";
import { urlOf } from "@/lib/url";

// Facts for search engines in the words of schema.org. Only what the pages themselves say.

/** What every fact may name: who speaks, and from where. */
export interface Source {
  siteUrl: string;
  site_title: string;
  site_description: string;
}

/** Where the academy can be reached. */
interface Reach {
  contact_email: string;
  contact_phone: string;
  /** Its addresses on other sites. */
  elsewhere: string[];
}

export type Fact = { "@type": string } & Record<string, unknown>;

const academyId = (siteUrl: string) => `${siteUrl}/#academy`;

export const organization = (source: Source, { contact_email, contact_phone, elsewhere }: Reach): Fact => ({
  "@type": "EducationalOrganization",
  "@id": academyId(source.siteUrl),
  name: source.site_title,
  description: source.site_description || undefined,
  url: source.siteUrl,
  logo: `${source.siteUrl}/icon-512.png`,
  image: source.siteUrl + previewOf("/"),
  email: contact_email || undefined,
  telephone: contact_phone || undefined,
  sameAs: elsewhere.length ? elsewhere : undefined,
});

export const website = ({ siteUrl, site_title }: Source): Fact => ({
  "@type": "WebSite",
  "@id": `${siteUrl}/#website`,
  name: site_title,
  url: siteUrl,
  inLanguage: ["en-IN", "hi", "kn"],
  publisher: { "@id": academyId(siteUrl) },
});

/** The way from the home page; the last step is the page itself. */
export const breadcrumbs = ({ siteUrl }: Source, steps: { name: string; path: string }[]): Fact => ({
  "@type": "BreadcrumbList",
  itemListElement: [{ name: "Home", path: "" }, ...steps].map(({ name, path }, i) => ({
    "@type": "ListItem",
    position: i + 1,
    name,
    item: siteUrl + encodeURI(path),
  })),
});

/** What makes a programme a course: its length as an ISO 8601 period where it has one, and what it teaches. */
const courses: Partial<Record<PagePath, { name: string; timeRequired?: string; teaches: string[] }>> = {
  "/foundation-test-series": {
    name: "Foundation Test Series",
    timeRequired: "P3M",
    teaches: ["History", "Geography", "Polity", "Economics", "Science", "Environment", "Sociology"],
  },
  "/mentorship": { name: "Mentorship for the 2026 exam", timeRequired: "P8M", teaches: ["Civil services exam"] },
  "/adhva-vibes-psi": {
    name: "Karnataka PSI test series",
    teaches: ["Karnataka Police Sub-Inspector exam, Paper 1", "Karnataka Police Sub-Inspector exam, Paper 2"],
  },
  "/ncert-mastery": { name: "NCERT Mastery", teaches: ["NCERT textbooks of classes 6 to 12"] },
};

/** The programme of a page as a course; null for other pages. */
export function course({ siteUrl, site_title }: Source, path: PagePath): Fact | null {
  const known = courses[path];
  return known
    ? {
        "@type": "Course",
        ...known,
        description: pages[path].description,
        url: siteUrl + path,
        image: siteUrl + previewOf(path),
        inLanguage: "en-IN",
        provider: { "@type": "EducationalOrganization", "@id": academyId(siteUrl), name: site_title, url: siteUrl },
        hasCourseInstance: { "@type": "CourseInstance", courseMode: "Online" },
      }
    : null;
}

export function article({ siteUrl, site_title }: Source, of: Article): Fact {
  const images = [of.banner_image, previewOfArticle(of.slug)].filter(Boolean);
  return {
    "@type": "Article",
    headline: of.title,
    description: of.excerpt || undefined,
    image: images.flatMap((image) => urlOf(image, siteUrl)?.href ?? []),
    datePublished: of.publish_date ?? of.created_at,
    dateModified: of.updated_at,
    inLanguage: languageOf(of.title) ?? "en-IN",
    articleSection: of.category || undefined,
    keywords: of.tags.length ? of.tags : undefined,
    author: { "@type": of.author === site_title ? "Organization" : "Person", name: of.author },
    publisher: { "@type": "EducationalOrganization", "@id": academyId(siteUrl), name: site_title, url: siteUrl },
    mainEntityOfPage: `${siteUrl}/blog/${encodeURI(of.slug)}`,
  };
}

export const video = ({ siteUrl }: Source, of: Omit<Video, "id">): Fact => ({
  "@type": "VideoObject",
  name: of.title,
  description: of.description || of.title,
  thumbnailUrl: siteUrl + previewOf("/videos"),
  uploadDate: of.created_at,
  contentUrl: urlOf(of.file, siteUrl)?.href,
  duration: of.duration ? `PT${Math.round(of.duration)}S` : undefined,
  genre: of.category || undefined,
});
