import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** The shapes of the API under the words the dashboard uses. */
export type Article = Schemas["Article"];
export type ArticleSummary = Schemas["ArticleSummary"];
export type ArticleUpdate = Schemas["ArticleUpdate"];
export type AuditEntry = Schemas["Entry"];
export type Change = Schemas["Change"];
export type ChangeSet = Pick<Schemas["Published"], "changes" | "content_change_count" | "people">;
export type ContactMessage = Schemas["ContactMessage"];
export type Delivery = Schemas["Delivery"];
export type Endpoint = Schemas["Endpoint"];
export type EndpointWithSecret = Schemas["EndpointWithSecret"];
export type Enrollment = Schemas["Enrollment"];
export type EnrollmentSummary = Schemas["EnrollmentSummary"];
export type Invitation = Schemas["Invitation"];
export type Invited = Schemas["Invited"];
export type Member = Schemas["Member"];
export type MentorshipApplication = Schemas["MentorshipApplication"];
export type Menu = Schemas["Menu"];
export type Page = Schemas["Page"];
export type PageCreate = Schemas["PageCreate"];
export type PageSummary = Schemas["PageSummary"];

export type PersonErasure = Schemas["Erasure"];
export type PersonExport = Schemas["Export"];
export type Problem = Schemas["Problem"];
export type PublishStatus = Schemas["PublishStatus"];
export type Release = Schemas["Published"];
export type ReleaseDifference = Schemas["ReleaseDifference"];
export type ReleaseVerdict = Schemas["Verdict"];
export type Retention = Schemas["Retention"];
export type Section = Schemas["Section"];
export type Session = Schemas["Session"];
export type Settings = Schemas["Settings"];
export type SocialLink = Schemas["SocialLink"];
export type Subscriber = Schemas["Subscriber"];
export type SubscriberCounts = Schemas["SubscriberCounts"];
export type TargetStatus = Schemas["TargetStatus"];
export type User = Schemas["User"];
export type Video = Schemas["Video"];
