const hues = new Map([
  ["/ncert-mastery", "ncert"],
  ["/foundation-test-series", "foundation"],
  ["/mentorship", "mentorship"],
  ["/adhva-vibes-psi", "psi"],
  ["/current-affairs-test", "affairs"],
]);

/** The programme's own colour on the path. */
export const hueOf = (link: string) => `var(--hue-${hues.get(link) ?? "foundation"})`;
