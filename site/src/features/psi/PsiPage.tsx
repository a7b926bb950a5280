"use client";

import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { useSettings } from "@/live/useLive";
import type { HiddenTexts } from "./fields";

interface Props {
  hidden: boolean;
  texts: HiddenTexts;
  children: ReactNode;
}

/** The page, unless the settings hide it: then what is coming. */
export function PsiPage({ hidden, texts, children }: Props) {
  const settings = useSettings({ adhva_vibes_psi_hidden: hidden });
  if (!settings.adhva_vibes_psi_hidden) return children;
  return (
    <div className="stretch page-head">
      <ComingSoon title={texts.title}>
        {texts.text && <p>{texts.text}</p>}
        <div className="actions">
          <ButtonLink href="/" back>
            {texts.back}
          </ButtonLink>
        </div>
      </ComingSoon>
    </div>
  );
}
