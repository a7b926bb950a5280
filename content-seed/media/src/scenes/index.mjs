import { about, hero, poster } from './landscapes.mjs';

const banner = (draw) => ({ width: 1600, height: 900, draw });

/** Every picture by the name of its file. */
export const scenes = {
  hero: { width: 2400, height: 1350, draw: () => hero('day') },
  'hero-night': { width: 2400, height: 1350, draw: () => hero('night') },
  'about-banner': { width: 2000, height: 900, draw: about },
  'ncert-poster': { width: 1200, height: 1500, draw: poster },
};
