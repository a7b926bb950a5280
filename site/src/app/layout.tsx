import type { Metadata } from "next";
import type { ReactNode } from "react";
import { loadChrome } from "@/content/load";

export async function generateMetadata(): Promise<Metadata> {
  const chrome = await loadChrome();
  return { title: chrome.site_title, description: chrome.site_description };
}

export default async function Layout({ children }: { children: ReactNode }) {
  const chrome = await loadChrome();
  return (
    <html lang="en">
      <body>
        <header>{chrome.site_title}</header>
        <main>{children}</main>
      </body>
    </html>
  );
}
