import { library } from "@/features/videos/fields";
import { page, section } from "@/model/define";
import { longtext, text } from "@/model/field";
import { meta } from "@/model/meta";

const summary = "Lessons to watch at your own pace, sorted by subject.";

export default page(
  "videos",
  "Video Library",
  {
    meta: meta({ title: "Video Library", description: summary, label: "Resources" }),
    head: section("Top of the page", {
      title: text("Title", { default: "Video Library" }),
      lead: longtext("Lead", { default: summary }),
    }),
    library: section("Library", library),
  },
  (reader) => ({
    videos_show_coming_soon: reader.settings().videos_show_coming_soon,
    videos: reader.videos().map(({ id, title, description, category, duration, file, created_at }) => ({
      id,
      title,
      description,
      category,
      duration,
      file,
      created_at,
    })),
  }),
);
