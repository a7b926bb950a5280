/** The pages below the resources hub: placeholders until their material is ready. */
export const topics = ["scert-notes", "current-affairs", "pyqs", "mcqs", "strategy"] as const;

export type Topic = (typeof topics)[number];
