// Written by scripts/content-model.mjs; make generate writes it anew.
import page0 from "./about-us/model";
import page1 from "./adhva-vibes-psi/model";
import page2 from "./blog/[slug]/model";
import page3 from "./blog/model";
import page4 from "./contact-us/model";
import page5 from "./current-affairs-test/model";
import page6 from "./current-affairs/model";
import page7 from "./foundation-test-series/model";
import page8 from "../model/layout";
import page9 from "./mentorship/model";
import page10 from "./ncert-mastery/model";
import page11 from "./not-found.model";
import page12 from "./resources/model";
import page13 from "../model/site";
import page14 from "./videos/model";

export const pages = [
  { model: page0, route: "/about-us" },
  { model: page1, route: "/adhva-vibes-psi" },
  { model: page2, route: "/blog/{slug}" },
  { model: page3, route: "/blog" },
  { model: page4, route: "/contact-us" },
  { model: page5, route: "/current-affairs-test" },
  { model: page6, route: "/current-affairs" },
  { model: page7, route: "/foundation-test-series" },
  { model: page8 },
  { model: page9, route: "/mentorship" },
  { model: page10, route: "/ncert-mastery" },
  { model: page11, route: "/404" },
  { model: page12, route: "/resources" },
  { model: page13 },
  { model: page14, route: "/videos" },
] as const;
