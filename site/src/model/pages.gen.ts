// Written by scripts/content-model.mjs; make generate writes it anew.
import page0 from "../app/about-us/model";
import page1 from "../app/adhva-vibes-psi/model";
import page2 from "../app/blog/[slug]/model";
import page3 from "../app/blog/model";
import page4 from "../app/blog/page/[page]/model";
import page5 from "../app/contact-us/model";
import page6 from "../app/current-affairs-test/model";
import page7 from "../app/current-affairs/model";
import page8 from "../app/foundation-test-series/model";
import page9 from "../app/layout.model";
import page10 from "../app/mentorship/model";
import page11 from "../app/ncert-mastery/model";
import page12 from "../app/not-found.model";
import page13 from "../app/resources/[topic]/model";
import page14 from "../app/resources/model";
import page15 from "../app/site.model";
import page16 from "../app/videos/model";

export const pages = [
  { model: page0, route: "/about-us" },
  { model: page1, route: "/adhva-vibes-psi" },
  { model: page2, route: "/blog/{slug}" },
  { model: page3, route: "/blog" },
  { model: page4, route: "/blog/page/{page}" },
  { model: page5, route: "/contact-us" },
  { model: page6, route: "/current-affairs-test" },
  { model: page7, route: "/current-affairs" },
  { model: page8, route: "/foundation-test-series" },
  { model: page9 },
  { model: page10, route: "/mentorship" },
  { model: page11, route: "/ncert-mastery" },
  { model: page12, route: "/404" },
  { model: page13, route: "/resources/{topic}" },
  { model: page14, route: "/resources" },
  { model: page15 },
  { model: page16, route: "/videos" },
] as const;
