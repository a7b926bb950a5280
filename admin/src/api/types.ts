import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** The shapes of the API under the words the dashboard uses. */
export type Article = Schemas["Article"];
export type ArticleSummary = Schemas["ArticleSummary"];
export type ArticleUpdate = Schemas["ArticleUpdate"];
export type ContactMessage = Schemas["ContactMessage"];
export type EnrollmentSummary = Schemas["EnrollmentSummary"];
export type MentorshipApplication = Schemas["MentorshipApplication"];
export type PageContentItem = Schemas["PageContentItem"];
export type Problem = Schemas["Problem"];
export interface PublishStatus {
  state: "live" | "pending" | "building" | "failed";
  content_fingerprint: string;
  live_fingerprint: string;
  live_since?: string | null;
  release: string;
  mode: string;
  progress: { done: number; total: number } | null;
  /** What failed, as a sentence with the route. */
  error: string | null;
  last_duration_ms: number;
}
export type Section = Schemas["Section"];
export type Settings = Schemas["Settings"];
export type SocialLink = Schemas["SocialLink"];
export type Subscriber = Schemas["Subscriber"];
export type User = Schemas["User"];
export type Video = Schemas["Video"];
