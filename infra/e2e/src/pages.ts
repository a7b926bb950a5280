/** Every kind of page that the site has. */
export const everyPage = [
  "/",
  "/ncert-mastery",
  "/mentorship",
  "/adhva-vibes-psi",
  "/foundation-test-series",
  "/resources",
  "/resources/strategy",
  "/blog",
  "/blog/reading-ncerts-with-a-plan",
  "/current-affairs",
  "/current-affairs-test",
  "/videos",
  "/about-us",
  "/contact-us",
];
