import { load } from "@/app/load";

export const revalidate = false;

/** The manifest: how a phone shows the site on its home screen. */
export async function GET() {
  const { site_title, site_description } = await load("/site.webmanifest");
  const manifest = {
    name: site_title,
    short_name: site_title,
    description: site_description,
    lang: "en-IN",
    start_url: "/",
    display: "minimal-ui",
    background_color: "#faf5ea",
    theme_color: "#1c2046",
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
      { src: "/icon-maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { "content-type": "application/manifest+json" } });
}
