import "@/app/styles";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { loadChrome, loadIdentity } from "@/content/load";
import { CommunityButton } from "@/features/community/CommunityButton";
import { Footer } from "@/features/footer/Footer";
import { NavBar } from "@/features/navigation/NavBar";
import { TopBar } from "@/features/topbar/TopBar";
import { earlyScript } from "@/lib/early-script";
import { shown } from "@/lib/social";
import { Site } from "@/live/Site";
import { BAR_COLOUR, themeScript } from "@/theme/theme";

export async function generateMetadata(): Promise<Metadata> {
  const { config, site_title, site_description } = await loadIdentity();
  return {
    metadataBase: new URL(config.siteUrl),
    title: { default: site_title, template: `%s · ${site_title}` },
    description: site_description,
    applicationName: site_title,
    manifest: "/site.webmanifest",
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "32x32" },
        { url: "/icon.svg", type: "image/svg+xml" },
      ],
      apple: { url: "/apple-touch-icon.png", sizes: "180x180" },
    },
    formatDetection: { telephone: false },
  };
}

export const viewport: Viewport = {
  themeColor: BAR_COLOUR,
  colorScheme: "light dark",
};

// The interface's font is on the way to the first readable screen: it is asked for with the page, not with the stylesheet.
const font = new URL("../styles/fonts/anek-core.woff2", import.meta.url);

/**
 * A piece of the page's payload of its own. React cuts a piece in two where it gets long: what changes in one part of the
 * layout must not move the cut in another, or the change is not the same in all pages (see publisher/patcher.ts).
 */
const Piece = async ({ children }: { children: ReactNode }) => children;

export default async function Layout({ children }: { children: ReactNode }) {
  const chrome = await loadChrome();
  preload(font.pathname, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html lang="en-IN" data-theme="light" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, needed before all other scripts */}
        <script dangerouslySetInnerHTML={{ __html: `${themeScript};${earlyScript}` }} />
      </head>
      <body>
        <Site value={{ apiUrl: chrome.config.apiUrl, timezone: chrome.config.timezone, dates: chrome.dates }}>
          <Piece>
            <TopBar
              contact={{ contact_email: chrome.contact_email, contact_phone: chrome.contact_phone }}
              social={shown(chrome.social_links)}
            />
          </Piece>
          <Piece>
            <NavBar title={chrome.site_title} />
          </Piece>
          <main id="content" tabIndex={-1}>
            {children}
          </main>
          <Piece>
            <Footer chrome={chrome} />
          </Piece>
          <Piece>
            <CommunityButton url={chrome.community_url} />
          </Piece>
        </Site>
      </body>
    </html>
  );
}
