// Written by scripts/content-model.mjs; make generate writes it anew.
import page0 from "../app/about-us/model";
import page1 from "../app/adhva-vibes-psi/model";
import page2 from "../app/blog/[slug]/model";
import page3 from "../app/blog/model";
import page4 from "../app/contact-us/model";
import page5 from "../app/current-affairs-test/model";
import page6 from "../app/current-affairs/model";
import page7 from "../app/foundation-test-series/model";
import page8 from "../app/layout.model";
import page9 from "../app/mentorship/model";
import page10 from "../app/ncert-mastery/model";
import page11 from "../app/not-found.model";
import page12 from "../app/resources/model";
import page13 from "../app/site.model";
import page14 from "../app/videos/model";

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
