import type { operations } from "@academy/shared/api/schema.gen";
import type { AuditEntry } from "@/api/types";
import { readable } from "@/editing/fieldWords";
import type { ContentModel } from "@/model/types";
import { placeOfTexts } from "@/publishing/changeWords";
import { formatDayTime } from "@/ui/format";

/** What each call of the API does, as one tells it afterwards. */
export const ACTIONS: Partial<Record<keyof operations, string>> = {
  login: "Signed in",
  logout: "Signed out",
  register: "Created an account",
  sendPhoneCode: "Asked for a sign-in code",
  verifyPhoneCode: "Signed in with a code",
  forgotPassword: "Asked for a reset link",
  resetPassword: "Reset a password",
  updateProfile: "Changed their account",
  sendNewPhoneCode: "Asked for a code for a new phone",
  changePassword: "Changed their password",
  finishSignIn: "Signed in with a second factor",
  passkeySignIn: "Signed in with a passkey",
  beginPasskeySignIn: "Began to sign in with a passkey",
  confirmOptions: "Asked how to confirm who they are",
  confirm: "Confirmed who they are",
  beginTotp: "Began to add an authenticator app",
  newPasskeyOptions: "Began to add a passkey",
  confirmTotp: "Added an authenticator app",
  removeTotp: "Removed their authenticator app",
  addPasskey: "Added a passkey",
  removePasskey: "Removed a passkey",
  renewRecoveryCodes: "Made new recovery codes",
  endSession: "Ended one of their sessions",
  endOtherSessions: "Ended their other sessions",
  invite: "Invited somebody",
  withdrawInvitation: "Withdrew an invitation",
  updateMember: "Changed an account",
  removeMember: "Removed an account",
  createToken: "Created a token",
  revokeToken: "Revoked a token",
  createArticle: "Created an article",
  updateArticle: "Changed an article",
  deleteArticle: "Deleted an article",
  askForReview: "Asked for a review of an article",
  answerReview: "Sent an article back",
  saveArticleWorkingCopy: "Saved a draft of an article",
  discardArticleWorkingCopy: "Discarded changes of an article",
  publishArticleWorkingCopy: "Published changes of an article",
  createVideo: "Uploaded a video",
  updateVideo: "Changed a video",
  deleteVideo: "Deleted a video",
  createSection: "Created a section",
  updateSection: "Changed a section",
  deleteSection: "Deleted a section",
  reorderSections: "Reordered the sections",
  createPageContent: "Added a page text",
  updatePageContent: "Changed a page text",
  deletePageContent: "Deleted a page text",
  saveTexts: "Changed page texts",
  putPoliceContent: "Changed the police page",
  createSocialLink: "Added a social link",
  updateSocialLink: "Changed a social link",
  deleteSocialLink: "Deleted a social link",
  createRedirect: "Added a redirect",
  updateRedirect: "Changed a redirect",
  deleteRedirect: "Deleted a redirect",
  importRedirects: "Imported redirects",
  exportRedirects: "Exported redirects",
  createProgram: "Added a programme",
  updateProgram: "Changed a programme",
  deleteProgram: "Deleted a programme",
  reorderPrograms: "Reordered the programmes",
  createFeature: "Added a quick access",
  updateFeature: "Changed a quick access",
  deleteFeature: "Deleted a quick access",
  reorderFeatures: "Reordered quick access",
  createDifferentiator: "Added a differentiator",
  updateDifferentiator: "Changed a differentiator",
  deleteDifferentiator: "Deleted a differentiator",
  reorderDifferentiators: "Reordered the differentiators",
  createPage: "Created a page",
  updatePage: "Changed a page",
  deletePage: "Deleted a page",
  savePageWorkingCopy: "Saved a draft of a page",
  discardPageWorkingCopy: "Discarded changes of a page",
  publishPageWorkingCopy: "Published changes of a page",
  announcePresence: "Opened a document",
  updateMenu: "Changed a menu",
  restoreVersion: "Restored an earlier version",
  forgetHistory: "Deleted earlier versions",
  undelete: "Restored from the trash",
  purge: "Deleted for good",
  createPreview: "Previewed a page",
  createPreviewLink: "Shared a preview by a link",
  deletePreviewLink: "Revoked a link to a preview",
  updateSettings: "Changed the site's settings",
  uploadImage: "Uploaded an image",
  uploadPoster: "Uploaded a poster",
  uploadVideo: "Uploaded a hero video",
  uploadFile: "Uploaded a document",
  createMedia: "Added a file to the library",
  beginMediaUpload: "Added a file to the library",
  continueMediaUpload: "Added a file to the library",
  cancelMediaUpload: "Cancelled an upload",
  updateMedia: "Changed what is known of a file",
  deleteMedia: "Deleted a file",
  deleteUnusedMedia: "Deleted unused files",
  replaceMedia: "Replaced a file everywhere",
  updateLead: "Changed how a lead is handled",
  noteLead: "Wrote a note about a lead",
  updateLeads: "Changed how several leads are handled",
  createEnrollment: "Recorded an enrollment",
  deleteEnrollment: "Deleted an enrollment",
  exportEnrollments: "Exported the enrollments",
  applyForMentorship: "Applied for mentorship",
  decideMentorshipApplication: "Decided on a mentorship application",
  deleteMentorshipApplication: "Deleted a mentorship application",
  exportMentorshipApplications: "Exported the mentorship applications",
  sendContactMessage: "Sent a contact message",
  deleteContactMessage: "Deleted a contact message",
  exportContactMessages: "Exported the contact messages",
  subscribe: "Asked to be notified",
  deleteSubscriber: "Deleted a subscriber",
  chooseLeadAlerts: "Chose mails about new leads",
  exportSubscribers: "Exported the subscribers",
  publish: "Published by hand",
  activateRelease: "Switched the site to a release",
  verifyRelease: "Checked a release",
  redeliverWebhook: "Sent a webhook message again",
  createWebhook: "Added a webhook",
  updateWebhook: "Changed a webhook",
  deleteWebhook: "Deleted a webhook",
  rotateWebhookSecret: "Renewed the secret of a webhook",
  testWebhook: "Tested a webhook",
  exportPerson: "Looked up a person's data",
  erasePerson: "Erased a person's data",
  createImport: "Imported a file",
  exportContent: "Exported all content",
};

/** The calls of sign-in, when they were not let in. */
const REFUSED: Partial<Record<keyof operations, string>> = {
  login: "Failed to sign in",
  finishSignIn: "Gave a wrong second factor",
  passkeySignIn: "Failed to sign in with a passkey",
  confirm: "Failed to confirm who they are",
  register: "Was refused an account",
  verifyPhoneCode: "Failed to sign in with a code",
  resetPassword: "Failed to reset a password",
  updateProfile: "Gave a wrong password or code for a new phone",
  changePassword: "Gave a wrong password for a new one",
};

/** What somebody did, or tried to. */
export function actionOf({ action, outcome }: Pick<AuditEntry, "action" | "outcome">): string {
  const words = (ACTIONS as Record<string, string>)[action] ?? sentence(action);
  if (outcome === "done") return words;
  return (REFUSED as Record<string, string>)[action] ?? `${words}: refused`;
}

/** An operation nobody has worded yet: "mergeSections" is "Merge sections". */
function sentence(operation: string): string {
  return readable(operation.replace(/([a-z])([A-Z])/g, "$1 $2"));
}

/** The groups of calls that the log can be filtered by. */
export const GROUPS = [
  "sign-in",
  "team",
  "tokens",
  "articles",
  "videos",
  "media",
  "sections",
  "page content",
  "social links",
  "redirects",
  "programs",
  "features",
  "differentiators",
  "settings",
  "history",
  "trash",
  "uploads",
  "enrollments",
  "mentorship",
  "contact",
  "notifications",
  "leads",
  "publish",
  "previews",
  "webhooks",
  "privacy",
  "imports",
] as const;

type Subject = Pick<AuditEntry, "action" | "outcome" | "resource" | "resource_id" | "title" | "user_id">;

/** What something was done to is called; "" where that is not known. */
function subjectOf(entry: Subject, names: ReadonlyMap<string, string>, model?: ContentModel): string {
  const { resource, resource_id: id, title } = entry;
  if (id !== "" && id === entry.user_id) return ""; // whoever did it, with the name of then
  if (title) return resource === "page content" ? placeOfTexts(title, model) : title;
  return names.get(id) ?? momentOf(id) ?? (id.includes("***") ? id : "");
}

/** The moment that a release's id begins with. */
function momentOf(id: string): string | undefined {
  const [, day, time] = /^(\d{8})T(\d{6})\d{3}Z-/.exec(id) ?? [];
  if (!day || !time) return undefined;
  const at = `${day.replace(/(....)(..)(..)/, "$1-$2-$3")}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`;
  return `of ${formatDayTime(at)}`;
}

/** An action and what it was done to: "changed the article" and "How monsoons form". */
export function entryWords(
  entry: Subject,
  names: ReadonlyMap<string, string>,
  model?: ContentModel,
): { did: string; subject: string } {
  const words = actionOf(entry);
  const did = words.charAt(0).toLowerCase() + words.slice(1);
  const subject = subjectOf(entry, names, model);
  if (subject === "") return { did, subject };
  if (subject.includes("***")) return { did: `${did} as`, subject };
  if (did.endsWith(" somebody")) return { did: did.replace(/ somebody$/, ""), subject };
  const [, before, noun] = /^(.*\b)an? ([^:]+)$/.exec(did) ?? [];
  return { did: noun ? `${before}the ${noun}` : `${did}:`, subject };
}

/** Where a document can be looked at, if it is still there. */
export function addressOf({ action, resource, resource_id: id }: AuditEntry): string | null {
  if (resource !== "articles" || id === "" || action === "deleteArticle") return null;
  return `/admin/dashboard?tab=articles&edit=${encodeURIComponent(id)}`;
}
