"use client";

import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { useSettings } from "@/live/useLive";

/** The page, unless the settings hide it: then what is coming. */
export function PsiPage({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  const settings = useSettings({ adhva_vibes_psi_hidden: hidden });
  if (!settings.adhva_vibes_psi_hidden) return children;
  return (
    <div className="stretch page-head">
      <ComingSoon title="Coming Soon">
        <p>The police sub-inspector programme opens here. Until then, the other paths are open.</p>
        <div className="actions">
          <ButtonLink href="/" back>
            Back to Home
          </ButtonLink>
        </div>
      </ComingSoon>
    </div>
  );
}
