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

/** The addresses that a site's map names. */
export async function listed(site: string): Promise<string[]> {
  const named = async (address: string) =>
    [...(await (await fetch(address)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found]) => found as string);
  return (await Promise.all((await named(`${site}/sitemap.xml`)).map(named))).flat();
}
