import "@/app/styles";
import { BAR_COLOUR, themeScript } from "@academy/shared/theme";
import type { Metadata, Viewport } from "next";
import type { CSSProperties, ReactNode } from "react";
import { loadChrome, loadIdentity } from "@/app/load";
import CommunityButton from "@/features/community/CommunityButton";
import { Footer } from "@/features/footer/Footer";
import NavBar from "@/features/navigation/NavBar";
import { secretScript } from "@/features/navigation/secret-trigger";
import TopBar from "@/features/topbar/TopBar";
import { firstTouchScript } from "@/islands/first-touch";
import { ahead } from "@/lib/ahead";
import { preloadUiFont } from "@/lib/fonts";
import { shown } from "@/lib/social";
import { accentAttributes } from "@/theme/accent";

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

const scripts = [themeScript, secretScript, firstTouchScript(process.env.ISLANDS_LOADER ?? "")];

export default async function Layout({ children }: { children: ReactNode }) {
  const { not_found: _, menus, words, contact_email, contact_phone, ...chrome } = await loadChrome();
  const social = shown(chrome.social_links);
  const { notices, community, navigation, topbar } = words;
  const { apiUrl, siteUrl } = chrome.config;
  const { style, ...accent } = accentAttributes(chrome.accent);
  // For addresses on paper, in modes.css.
  const origin = { "--origin": JSON.stringify(siteUrl) } as CSSProperties;
  preloadUiFont();
  return (
    <html
      lang="en-IN"
      data-theme="light"
      data-api={apiUrl === "/api" ? undefined : apiUrl}
      {...accent}
      style={{ ...origin, ...style }}
    >
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, needed before all other scripts */}
        <script data-early="" dangerouslySetInnerHTML={{ __html: scripts.join(";") }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script type="speculationrules" dangerouslySetInnerHTML={{ __html: ahead }} />
      </head>
      <body data-notices={notices.name} data-close-notice={notices.close}>
        <TopBar built={{ contact_email, contact_phone }} social={social} menu={menus.top} words={topbar} />
        <NavBar title={chrome.site_title} logo={chrome.logo} menu={menus.main} words={navigation} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer
          title={chrome.site_title}
          logo={chrome.logo}
          menu={menus.footer}
          words={words.footer}
          social={social}
          contact={{ contact_email, contact_whatsapp: chrome.contact_whatsapp }}
        />
        <CommunityButton url={chrome.community_url} words={community} />
      </body>
    </html>
  );
}
