import type { Schemas } from "@academy/shared/api/client";
import { urlOf } from "@academy/shared/url";
import type { Article } from "@/content/types";
import { languageOf } from "@/lib/language";
import type { Meta } from "@/model/meta";
import { previewOf, previewOfArticle } from "@/preview/address";

// Facts for search engines in the words of schema.org. Only what the pages themselves say.

/** The site that states a fact. */
export interface Source {
  siteUrl: string;
  site_title: string;
  site_description: string;
  /** The name of the home page in breadcrumbs. */
  home: string;
}

/** How the academy can be reached. */
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
export const breadcrumbs = ({ siteUrl, home }: Source, steps: { name: string; path: string }[]): Fact => ({
  "@type": "BreadcrumbList",
  itemListElement: [{ name: home, path: "" }, ...steps].map(({ name, path }, i) => ({
    "@type": "ListItem",
    position: i + 1,
    name,
    item: siteUrl + encodeURI(path),
  })),
});

/** The facts of a course: how many months it takes, if that is fixed, and what it teaches. */
interface Course {
  name: string;
  months: number | null;
  teaches: { name: string }[];
  mode: string;
}

/** The programme of a page as a course. */
export const course = (
  { siteUrl, site_title }: Source,
  path: string,
  { description }: Pick<Meta, "description">,
  { name, months, teaches, mode }: Course,
): Fact => ({
  "@type": "Course",
  name,
  timeRequired: months ? `P${months}M` : undefined,
  teaches: teaches.map((subject) => subject.name),
  description,
  url: siteUrl + path,
  image: siteUrl + previewOf(path),
  inLanguage: "en-IN",
  provider: { "@type": "EducationalOrganization", "@id": academyId(siteUrl), name: site_title, url: siteUrl },
  hasCourseInstance: { "@type": "CourseInstance", courseMode: mode },
});

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
  };
}

export const video = ({ siteUrl }: Source, of: Omit<Schemas["Video"], "id">): Fact => ({
  "@type": "VideoObject",
  name: of.title,
  description: of.description || of.title,
  thumbnailUrl: siteUrl + previewOf("/videos"),
  uploadDate: of.created_at,
  contentUrl: urlOf(of.file, siteUrl)?.href,
  duration: of.duration ? `PT${Math.round(of.duration)}S` : undefined,
  genre: of.category || undefined,
});
