"use client";

import { useEffect, useState } from "react";
import { island } from "@/islands/island";
import { isShown, type SectionState, shownTypes } from "@/lib/sections";
import { useRenewal } from "./renewal";
import { useSections } from "./useLive";

interface Props {
  built: SectionState[];
}

/**
 * Takes a section of the page away as soon as the API says that it is hidden, without waiting for the next release. For
 * what hiding alone cannot follow, a section that became visible or another order, the page is loaded again.
 */
export default island("Sections", ({ built }: Props) => {
  const sections = useSections(built);
  const [taken, setTaken] = useState<string[]>([]);
  const gone = built.map(({ type }) => type).filter((type) => !isShown(type, sections) && !taken.includes(type));
  const wanted = shownTypes(sections);
  const have = shownTypes(built.filter(({ type }) => !taken.includes(type)));
  useEffect(() => {
    if (gone.length === 0) return;
    for (const type of gone) document.querySelector(`main > [data-section="${CSS.escape(type)}"]`)?.remove();
    setTaken([...taken, ...gone]);
  });
  const differs = gone.length === 0 && wanted !== have;
  useRenewal<Props>("Sections", differs, (page) => shownTypes(page.built) === wanted);
  return null;
});
