// All styles of the site make one file of 14 KB compressed: that costs a slow phone less than a second request, and the
// next page has it already. The layout and every page import this list first, because the bundler makes one file only
// of what all of them import in the same order. What is imported earlier yields to what is imported later.
import "@academy/shared/styles/tokens.css";
import "@academy/shared/styles/fonts.css";
import "@/styles/base.css";
import "@academy/shared/styles/icon.css";
import "@/styles/layout.css";
import "@academy/shared/styles/prose.css";
import "@/components/button.module.css";
import "@/components/coming-soon.module.css";
import "@/components/fold.module.css";
import "@/components/journey.module.css";
import "@/components/page-head.module.css";
import "@/components/path-spinner.module.css";
import "@/components/scroll.module.css";
import "@/theme/theme.module.css";
import "@academy/shared/toast/toast.css";
import "@/features/blog/article.module.css";
import "@/features/blog/blog.module.css";
import "@/features/blog/missing.module.css";
import "@/features/community/community.module.css";
import "@/features/contact/contact.module.css";
import "@/features/footer/footer.module.css";
import "@/features/navigation/navigation.module.css";
import "@/features/notify/notify.module.css";
import "@/features/programmes/class-line.module.css";
import "@/features/programmes/programme.module.css";
import "@/features/psi/psi.module.css";
import "@/features/resources/resources.module.css";
import "@/features/topbar/topbar.module.css";
import "@/features/videos/videos.module.css";
import "@/blocks/styles.gen";
import "@/app/about-us/about.module.css";
import "@/styles/modes.css";
