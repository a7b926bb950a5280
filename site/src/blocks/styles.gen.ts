// Written by scripts/content-model.mjs; make generate writes it anew.
import "./differentiators/differentiators.module.css";
import "./guiding-principles/guiding-principles.module.css";
import "./hero/hero.module.css";
import "./learning-paths/learning-paths.module.css";
import "./mentorship-process/mentorship-process.module.css";
import "./mission-vision/mission-vision.module.css";
import "./ncert-poster/ncert-poster.module.css";
import "./ncert-showcase/ncert-showcase.module.css";
import "./psi-promo/psi-promo.module.css";
import "./quick-access/quick-access.module.css";
import "./why-choose/why-choose.module.css";
