import "@/app/styles";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { loadChrome, loadIdentity } from "@/content/load";
import { CommunityButton } from "@/features/community/CommunityButton";
import { Footer } from "@/features/footer/Footer";
import { NavBar } from "@/features/navigation/NavBar";
import { secretScript } from "@/features/navigation/secret-trigger";
import { TopBar } from "@/features/topbar/TopBar";
import { ahead } from "@/lib/ahead";
import { earlyScript } from "@/lib/early-script";
import { shown } from "@/lib/social";
import { Site } from "@/live/Site";
import { accentAttributes } from "@/theme/accent";
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

export default async function Layout({ children }: { children: ReactNode }) {
  const { not_found: _, ...chrome } = await loadChrome();
  const { notices } = chrome.words;
  preload(font.pathname, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html lang="en-IN" data-theme="light" {...accentAttributes(chrome.accent)} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, needed before all other scripts */}
        <script dangerouslySetInnerHTML={{ __html: `${themeScript};${earlyScript};${secretScript}` }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script type="speculationrules" dangerouslySetInnerHTML={{ __html: ahead }} />
      </head>
      <body data-notices={notices.name} data-close-notice={notices.close}>
        {/* What the layout shows comes last: React cuts a payload after so many characters, and numbers the pieces. Here
            its length moves nothing in any page, so that a change of it can be patched in (publisher/patcher.ts). */}
        <Site
          // biome-ignore lint/correctness/noChildrenProp: before the chrome, as it is sent
          children={
            <>
              <TopBar />
              <NavBar />
              <main id="content" tabIndex={-1}>
                {children}
              </main>
              <Footer />
              <CommunityButton />
            </>
          }
          chrome={{ ...chrome, social_links: shown(chrome.social_links) }}
        />
      </body>
    </html>
  );
}
