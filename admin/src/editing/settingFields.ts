/** The switches with the words for both positions. */
export const FLAGS = [
  { name: "current_affairs_redirect", label: "Current affairs redirect", on: "ON", off: "OFF" },
  { name: "blog_show_coming_soon", label: "Blog shows Coming Soon", on: "COMING SOON", off: "LIVE" },
  { name: "videos_show_coming_soon", label: "Videos show Coming Soon", on: "COMING SOON", off: "LIVE" },
  { name: "adhva_vibes_psi_hidden", label: "PSI page is hidden", on: "HIDDEN", off: "VISIBLE" },
] as const;

export const HERO_FLAGS = [
  { name: "hero_video_autoplay", label: "Autoplay" },
  { name: "hero_video_muted", label: "Muted" },
  { name: "hero_video_loop", label: "Loop" },
] as const;

export const TEXTS = [
  { name: "site_title", label: "Site title", type: "text", long: false },
  { name: "contact_email", label: "Contact email", type: "text", long: false },
  { name: "contact_phone", label: "Contact phone", type: "tel", long: false },
  { name: "contact_whatsapp", label: "Contact WhatsApp", type: "text", long: false },
  { name: "site_description", label: "Site description", type: "text", long: true },
  { name: "contact_address", label: "Contact address", type: "text", long: true },
] as const;

export const LINKS = [
  { name: "enrollment_form_url", label: "Enrollment form", description: "The page that Enroll Now opens." },
  { name: "community_url", label: "Community channel", description: "Empty hides the floating button." },
  { name: "sample_test_url", label: "Sample test", description: "The page that Get Sample Test opens." },
  { name: "current_affairs_url", label: "Current affairs site", description: "Used while the redirect is on." },
] as const;

export const ACCENTS = [
  { name: "accent_light", label: "Accent, light theme" },
  { name: "accent_dark", label: "Accent, dark theme" },
] as const;
