"use client";

import { useEffect, useState } from "react";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { island } from "@/islands/island";
import { useRenewal } from "@/live/renewal";
import { useSettings } from "@/live/useLive";
import type { HiddenTexts } from "./fields";

interface Props {
  hidden: boolean;
  texts: HiddenTexts;
}

/** In the place of the whole page, while the settings hide it: what is coming. */
export default island("Closed", ({ hidden: built, texts }: Props) => {
  const { adhva_vibes_psi_hidden: hidden } = useSettings({ adhva_vibes_psi_hidden: built });
  const [emptied, setEmptied] = useState(built);
  useEffect(() => {
    if (!hidden || emptied) return;
    for (const part of document.querySelectorAll('main > :not([data-island="Closed"])')) part.remove();
    setEmptied(true);
  }, [hidden, emptied]);
  useRenewal<Props>("Closed", emptied && !hidden, (page) => !page.hidden);
  if (!hidden) return null;
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
});
