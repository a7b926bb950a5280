import "@/app/styles";
import type { Metadata } from "next";
import { PageHead } from "@/components/PageHead";
import { load } from "@/content/load";
import { VideoLibrary } from "@/features/videos/VideoLibrary";

export const metadata: Metadata = {
  title: "Video Library",
  description: "Lessons to watch at your own pace, sorted by subject.",
  alternates: { canonical: "/videos" },
};

export default async function Videos() {
  const { videos, videos_show_coming_soon } = await load("/videos");
  return (
    <>
      <PageHead title="Video Library" lead="Lessons to watch at your own pace, sorted by subject." place="east" />
      <div className="stretch">
        <VideoLibrary built={videos} comingSoon={videos_show_coming_soon} />
      </div>
    </>
  );
}
