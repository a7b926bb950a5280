import * as diagrams from './diagrams.mjs';
import * as exams from './exams.mjs';
import { about, hero, poster } from './landscapes.mjs';
import * as study from './study.mjs';
import * as words from './words.mjs';

const banner = (draw) => ({ width: 1600, height: 900, draw });
const figure = (draw) => ({ width: diagrams.WIDTH, height: diagrams.HEIGHT, draw });

/** Every picture by the name of its file. */
export const scenes = {
  hero: { width: 2400, height: 1350, draw: () => hero('day') },
  'hero-night': { width: 2400, height: 1350, draw: () => hero('night') },
  'about-banner': { width: 2000, height: 900, draw: about },
  'ncert-poster': { width: 1200, height: 1500, quality: 0.6, draw: poster },
  'psi-emblem': { width: 1200, height: 1200, quality: 0.6, draw: words.emblem },
  'upsc-civil-services-exam-explained': banner(exams.stages),
  'reading-ncerts-with-a-plan': banner(study.book),
  'notes-that-survive-revision': banner(study.notes),
  'how-to-analyse-a-mock-test': banner(exams.mock),
  'karnataka-psi-two-papers-working-plan': banner(exams.twoPapers),
  'current-affairs-without-drowning': banner(study.news),
  'answer-writing-from-the-first-draft': banner(exams.answer),
  'mental-ability-twenty-questions-a-day': banner(exams.maze),
  'a-revision-calendar-that-keeps-its-promises': banner(study.calendar),
  'polity-basics-the-constitution-as-a-map': banner(exams.foldedMap),
  'taiyari-ka-pehla-mahina': banner(words.hindi),
  'psi-pareekshege-dinachari': banner(words.kannada),
  'diagram-upsc-stages': figure(diagrams.upscStages),
  'diagram-error-sort': figure(diagrams.errorSort),
  'diagram-five-returns': figure(diagrams.fiveReturns),
};
