/** The sentences of a text, so that each can have a line of its own. */
export const sentences = (text: string) => text.split(/(?<=[.!?])\s+/).filter(Boolean);
