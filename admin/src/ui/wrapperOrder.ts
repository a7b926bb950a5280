/** The parts of a field whose description stands below it. */
export const BELOW: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];
