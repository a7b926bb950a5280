import { type ReactNode, useEffect } from "react";
import { Mark } from "@/ui/Mark";
import { ThemeToggle } from "@/ui/ThemeToggle";
import "./auth.css";

/** The frame of every screen one sees before being signed in. */
export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Dashboard`;
  }, [title]);

  return (
    <div className="auth">
      <aside className="auth-board" aria-hidden="true">
        <svg viewBox="0 0 400 640" className="auth-map" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <g className="auth-contours">
            <path d="M-20 120c90-60 150 20 230-20s120-60 220-10" />
            <path d="M-20 160c90-60 150 30 240-12s120-50 210 2" />
            <path d="M-20 205c100-60 150 40 250-4s110-40 200 14" />
            <path d="M-20 430c70 40 130-40 200-10s120 70 250 10" />
            <path d="M-20 470c70 40 140-36 205-6s130 66 245 6" />
            <path d="M-20 512c70 40 150-30 210-2s140 60 240 0" />
          </g>
          <path
            className="auth-path"
            pathLength="1"
            d="M60 640c0-90 210-90 210-190 0-90-170-80-170-180 0-80 200-70 200-170 0-50-30-70-30-110"
          />
          <circle className="auth-stone" cx="251" cy="400" r="9" />
          <circle className="auth-stone" cx="118" cy="228" r="9" />
          <circle className="auth-stone auth-stone-here" cx="298" cy="118" r="12" />
        </svg>
        <p className="auth-word">Sign in to edit the site.</p>
      </aside>
      <main className="auth-main">
        <div className="auth-top">
          <a href="/" className="auth-home">
            <Mark size={36} />
            <span>Back to Home</span>
          </a>
          <ThemeToggle />
        </div>
        <div className="auth-card">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
